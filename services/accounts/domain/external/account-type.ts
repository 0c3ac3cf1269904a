// The definition of an account type.
import type { ExternalAccountInfo } from '../../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';

/** The coordinates of an account of any type, as in the proto. */
export type AccountInfo = Extract<ExternalAccountInfo['info'], { value: object }>;

/** Name of an account type, as the member in the proto. */
export type AccountTypeName = AccountInfo['case'];

/** The fields of a type that a row of the table may name. */
export type FieldOf<Name extends AccountTypeName> = Exclude<keyof Extract<AccountInfo, { case: Name }>['value'], `$${string}`> &
  string;

/** Who compares the name of the beneficiary with the account: this service, the receiving bank, or nobody. */
export type NameCheck = 'COMPARED' | 'BY_RECEIVING_BANK' | 'UNSUPPORTED';

/** A rail, and the fields that it requires in addition to those of the type. */
export interface RailSet<Field extends string = string> {
  readonly rail: PaymentRail;
  readonly fields: readonly Field[];
  /** The set applies only if this field has one of these values. */
  readonly when?: { readonly field: Field; readonly isOneOf: readonly string[] };
  /** The set applies only to beneficiaries of this kind. */
  readonly holder?: 'INDIVIDUAL' | 'BUSINESS';
}

/** A row of the table of account types. */
export interface AccountType<Field extends string = string> {
  readonly kind: 'bank' | 'wallet';
  readonly currencies: readonly string[];
  /** ISO 3166-1 alpha-2. Empty for a type without a country. */
  readonly countries: readonly string[];
  /** In the order in which they are returned. Empty for wallets. */
  readonly rails: readonly PaymentRail[];
  /** For types whose fields select the rail: at least one set must be complete. */
  readonly railSets?: readonly RailSet<Field>[];
  /** Exactly one of these fields is required. */
  readonly exactlyOne?: readonly Field[];
  /** The allowed values of these fields. */
  readonly allowed?: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** The number or address with the sandbox suffix: the first of these fields that is set. */
  readonly primary: readonly Field[];
  /** What distinguishes this account from others of the same owner, type and currency. */
  readonly identity: readonly Field[];
  /** Whether upper and lower case are different accounts, as in base58. */
  readonly isCaseSensitive?: true;
  readonly nameCheck: NameCheck;
}

/** Rows of the table, each with the fields of its own type only. */
export type AccountTypeRows = { readonly [Name in AccountTypeName]?: AccountType<FieldOf<Name>> };
