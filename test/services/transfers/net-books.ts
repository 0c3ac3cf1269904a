// The net effect of a transaction in the ledger, over all steps.
import { BalancePart, HouseAccountKind, type LedgerAccount, LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { nameIn } from '../../../services/transfers/domain/shared/name-in.ts';
import type { Tenant } from '../../kit/platform.ts';

/**
 * The sums by account and currency, in the smallest unit; zeros are omitted. Internal accounts by the names given
 * here, others by their uuid; house accounts by their own names, WORLD with its rail.
 */
export async function netBooks(
  tenant: Tenant,
  transactionId: string,
  names: Readonly<Record<string, string>>,
): Promise<Record<string, bigint>> {
  const { journals } = await tenant.internal(LedgerService).listJournals({ subject: uuidIn(transactionId) });
  const byUuid = new Map(Object.entries(names).map(([name, id]) => [uuidIn(id), name]));
  const sums: Record<string, bigint> = {};
  for (const { account, currency, amount } of journals.flatMap(({ legs }) => legs)) {
    const name = `${nameOf(account, byUuid)} ${currency}`;
    sums[name] = (sums[name] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

function nameOf(account: LedgerAccount | undefined, byUuid: ReadonlyMap<string, string>): string {
  const { kind } = account ?? {};
  if (kind?.case === 'internal') {
    const { accountId, part } = kind.value;
    return `${byUuid.get(accountId) ?? accountId}:${nameIn(BalancePart, part)}`;
  }
  if (kind?.case !== 'house') throw new Error('A leg without an account.');
  return `${nameIn(HouseAccountKind, kind.value.kind)}${kind.value.subaccount && `:${kind.value.subaccount}`}`;
}
