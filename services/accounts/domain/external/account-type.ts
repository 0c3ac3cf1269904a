// What the platform knows about one type of account outside of it.
import type { ExternalAccountInfo } from '../../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';

/** The coordinates of an account of any type, as the proto has them. */
export type AccountInfo = Extract<ExternalAccountInfo['info'], { value: object }>;

/** Name of an account type: that of its member in the proto. */
export type AccountTypeName = AccountInfo['case'];

/** The fields of a type that a row of the table may name. */
export type FieldOf<Name extends AccountTypeName> = Exclude<keyof Extract<AccountInfo, { case: Name }>['value'], `$${string}`> &
  string;

/** Who compares the beneficiary's name with the account's: a service of ours, the receiving bank, or nobody. */
export type NameCheck = 'COMPARED' | 'BY_RECEIVING_BANK' | 'UNSUPPORTED';

/** A rail, and the fields that must be there for it beside those that the type always needs. */
export interface RailSet<Field extends string = string> {
  readonly rail: PaymentRail;
  readonly fields: readonly Field[];
  /** The set counts only when this field has one of these values. */
  readonly when?: { readonly field: Field; readonly isOneOf: readonly string[] };
  /** The set counts only for beneficiaries of this kind. */
  readonly holder?: 'INDIVIDUAL' | 'BUSINESS';
}

/** One row of the table of account types. */
export interface AccountType<Field extends string = string> {
  readonly kind: 'bank' | 'wallet';
  readonly currencies: readonly string[];
  /** ISO 3166-1 alpha-2; empty for a type that is at home everywhere. */
  readonly countries: readonly string[];
  /** In the order in which they are answered; empty for wallets. */
  readonly rails: readonly PaymentRail[];
  /** For types whose fields choose the rail: at least one set must be complete. */
  readonly railSets?: readonly RailSet<Field>[];
  /** Of these fields there must be one, and no more. */
  readonly exactlyOne?: readonly Field[];
  /** The only values that these fields may have. */
  readonly allowed?: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** The number or address that sandbox suffixes are read from; of several, the first that is there. */
  readonly primary: readonly Field[];
  /** What tells this account from others of the same owner, type and currency. */
  readonly identity: readonly Field[];
  /** Upper and lower case are different accounts, as in base58. */
  readonly isCaseSensitive?: true;
  readonly nameCheck: NameCheck;
}

/** Rows of the table, each with the fields of its own type only. */
export type AccountTypeRows = { readonly [Name in AccountTypeName]?: AccountType<FieldOf<Name>> };
