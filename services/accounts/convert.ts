// Converts internal accounts and journals between rows and messages.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type InternalAccount,
  InternalAccountSchema,
  InternalAccountStatus,
  InternalAccountType,
  InternalAccountTypeSchema,
} from '../../gen/payments/accounts/v1/internal_account_pb.ts';
import {
  BalancePart,
  HouseAccountKind,
  HouseAccountKindSchema,
  type LedgerAccount as LedgerAccountMessage,
  type Leg as LegMessage,
  LegSchema,
} from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { type PaymentInstructions, PaymentInstructionsSchema } from '../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import { atFirstUse } from '../kit/core/at-first-use.ts';
import { currencyMessage } from '../kit/core/currencies.ts';
import { publicId } from '../kit/core/ids.ts';
import { compileCodec } from '../kit/messages/json/compile-codec.ts';
import { enumNames } from '../kit/messages/json/enums.ts';
import { FieldProblems } from '../kit/messages/json/problems.ts';
import type { Coordinates } from './domain/funding/coordinates.ts';
import type { Leg } from './domain/journal.ts';
import { totalOf } from './domain/ledger.ts';
import { type HouseKind, houseAccount, internalPart, type LedgerAccount, type Part } from './domain/ledger-account.ts';
import type { AccountType, ShownAccount } from './store/internal-account-row.ts';
import type { StoredPosting } from './store/journals.ts';

/** An internal account, for callers. */
export function toInternalAccount(account: ShownAccount): InternalAccount {
  const { id, customerId, type, status, currency, privateEnabled } = account;
  const amountOf = (amount: bigint) => ({ amount, currency: currencyMessage(currency) });
  return create(InternalAccountSchema, {
    id: publicId('InternalAccount', id),
    ...(customerId !== null && { customerId: publicId('Customer', customerId) }),
    type: InternalAccountType[type],
    status: InternalAccountStatus[status],
    balance: amountOf(account.available),
    totalBalance: amountOf(totalOf(account)),
    fundingPaymentInstructions: readFunding(account.funding),
    ...(privateEnabled !== null && { privateEnabled }),
    createdAt: timestampFromDate(account.createdAt),
    updatedAt: timestampFromDate(account.updatedAt),
  });
}

const accountTypes = enumNames(InternalAccountTypeSchema);

/** The account type of a filter. */
export function toAccountType(type: InternalAccountType | undefined): AccountType | undefined {
  return type === undefined ? undefined : (accountTypes.byNumber.get(type) as AccountType | undefined);
}

/** Coordinates as payment instructions. */
export function toInstructions(
  coordinates: readonly Coordinates[],
  { isPlatformAccount }: { isPlatformAccount: boolean },
): PaymentInstructions[] {
  return coordinates.map((info) => create(PaymentInstructionsSchema, { isPlatformAccount, accountOrWalletInfo: { info } }));
}

const instructions = atFirstUse(() => compileCodec(PaymentInstructionsSchema));

/** Payment instructions as stored: the JSON that callers receive. */
export function writeFunding(list: readonly PaymentInstructions[]): string {
  return JSON.stringify(list.map((one) => instructions.use().encode(one)));
}

function readFunding(text: string): PaymentInstructions[] {
  const problems = new FieldProblems();
  const list = JSON.parse(text) as unknown[];
  return list.map((json) => instructions.use().decode(json, problems) as unknown as PaymentInstructions);
}

/** The legs of a request, with their ledger accounts. */
export function toLegs(legs: readonly LegMessage[], platformId: string): Leg[] {
  return legs
    .filter(({ amount }) => amount !== 0n)
    .map(({ account, currency, amount, restFrom }) => {
      const on = (message: LedgerAccountMessage | undefined) => toLedgerAccount(message, { platformId, currency });
      return { account: on(account), currency, amount, ...(restFrom && { restFrom: on(restFrom) }) };
    });
}

function toLedgerAccount(message: LedgerAccountMessage | undefined, of: { platformId: string; currency: string }): LedgerAccount {
  const kind = message?.kind;
  if (kind?.case === 'internal') return internalPart(kind.value.accountId, partOf(kind.value.part));
  if (kind?.case === 'house')
    return houseAccount({ ...of, kind: houseKindOf(kind.value.kind), subaccount: kind.value.subaccount });
  throw new Error('A leg without an account passed validation.');
}

const parts: readonly (readonly [BalancePart, Part])[] = [
  [BalancePart.AVAILABLE, 'available'],
  [BalancePart.HELD, 'held'],
  [BalancePart.PENDING_IN, 'pendingIn'],
];
const partByNumber = new Map(parts);
const numberByPart = new Map(parts.map(([number, part]) => [part, number]));
const houseKinds = enumNames(HouseAccountKindSchema);

function partOf(number: BalancePart): Part {
  return partByNumber.get(number) ?? 'available';
}

/** Compiles only if every kind in the proto is a kind of the ledger. */
function houseKindOf(number: HouseAccountKind): HouseKind {
  return houseKinds.byNumber.get(number) as Exclude<keyof typeof HouseAccountKind, 'UNSPECIFIED'>;
}

/** A booked line of a journal. */
export function toLeg({ balanceId, part, currency, amount, kind, subaccount }: StoredPosting): LegMessage {
  const account: MessageInitShape<typeof LegSchema>['account'] =
    kind === 'INTERNAL'
      ? { kind: { case: 'internal', value: { accountId: balanceId, part: numberByPart.get(part) ?? BalancePart.UNSPECIFIED } } }
      : { kind: { case: 'house', value: { kind: HouseAccountKind[kind], subaccount } } };
  return create(LegSchema, { account, currency, amount });
}
