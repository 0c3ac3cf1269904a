// The validity of a journal, independent of balances.
import { HouseAccountKind, type LedgerAccount, type Leg, type PostRequest } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';
import { unbalanced } from '../domain/journal.ts';

/** The legs of each currency sum to zero, some money moves, and `subaccount` is set for the kinds that have them. */
export function checkPost({ legs, otherwise }: PostRequest): FieldError[] {
  const errors = [...checkLegs(legs, 'legs'), ...otherwise.flatMap((one, at) => checkLegs(one.legs, `otherwise.${at}.legs`))];
  const hasLimits = [legs, ...otherwise.map((one) => one.legs)].some((list) =>
    list.some(({ restFrom }) => restFrom !== undefined),
  );
  return otherwise.length > 0 && hasLimits
    ? [...errors, { field: 'otherwise', message: 'must be empty if a leg has restFrom' }]
    : errors;
}

function checkLegs(legs: readonly Leg[], field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const [at, { account, amount, restFrom }] of legs.entries()) {
    if (!isComplete(account)) errors.push({ field: `${field}.${at}.account.house.subaccount`, message: subaccountRule });
    if (!isComplete(restFrom)) errors.push({ field: `${field}.${at}.restFrom.house.subaccount`, message: subaccountRule });
    if (restFrom && amount > 0n) errors.push({ field: `${field}.${at}.restFrom`, message: 'must be absent for a credit' });
  }
  const currencies = unbalanced(legs);
  if (currencies.length > 0) errors.push({ field, message: `must sum to zero in ${currencies.join(', ')}` });
  else if (legs.every(({ amount }) => amount === 0n)) errors.push({ field, message: 'must move an amount above zero' });
  return errors;
}

const subaccountRule = 'is required for WORLD, CARD_RECEIVABLE and the STABLECOIN kinds, and only for them';

function isComplete(account: LedgerAccount | undefined): boolean {
  if (account?.kind.case !== 'house') return true;
  const { kind, subaccount } = account.kind.value;
  return kindsWithSubaccounts.has(kind) === (subaccount !== '');
}

const kindsWithSubaccounts: ReadonlySet<HouseAccountKind> = new Set([
  HouseAccountKind.WORLD,
  HouseAccountKind.CARD_RECEIVABLE,
  HouseAccountKind.STABLECOIN_CLEARING,
  HouseAccountKind.STABLECOIN_BACKING,
  HouseAccountKind.STABLECOIN_OUTSTANDING,
  HouseAccountKind.STABLECOIN_BURNING,
  HouseAccountKind.STABLECOIN_ISSUER,
]);
