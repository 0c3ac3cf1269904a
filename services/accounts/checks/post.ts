// The validity of a journal, independent of balances.
import { HouseAccountKind, type LedgerAccount, type PostRequest } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';
import { unbalanced } from '../domain/journal.ts';

/** The legs of each currency sum to zero, some money moves, and only WORLD has rails. */
export function checkPost({ legs }: PostRequest): FieldError[] {
  const errors: FieldError[] = [];
  for (const [at, { account, restFrom }] of legs.entries()) {
    if (!isRailRight(account)) errors.push({ field: `legs.${at}.account.house.rail`, message: railRule });
    if (!isRailRight(restFrom)) errors.push({ field: `legs.${at}.restFrom.house.rail`, message: railRule });
  }
  const currencies = unbalanced(legs);
  if (currencies.length > 0) errors.push({ field: 'legs', message: `must sum to zero in ${currencies.join(', ')}` });
  else if (legs.every(({ amount }) => amount === 0n)) errors.push({ field: 'legs', message: 'must move an amount above zero' });
  return errors;
}

const railRule = 'is required for WORLD, and only for WORLD';

function isRailRight(account: LedgerAccount | undefined): boolean {
  if (account?.kind.case !== 'house') return true;
  const { kind, rail } = account.kind.value;
  return (kind === HouseAccountKind.WORLD) === (rail !== '');
}
