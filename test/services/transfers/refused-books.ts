// What makes the ledger refuse money under way: accounts that change, and accounts that are full.
import { randomUUID } from 'node:crypto';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { BalancePart, HouseAccountKind, LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { brokenInvariants } from '../../kit/books.ts';
import type { Tenant } from '../../kit/platform.ts';

/** The maximum of a shown balance. */
export const most = 2n ** 53n - 1n;

export async function change(tenant: Tenant, accountId: string, to: keyof typeof InternalAccountChange): Promise<void> {
  await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change: InternalAccountChange[to] });
}

/** Credits dollars to an account without a payment; debits it if the amount is negative. */
export async function pour(tenant: Pick<Tenant, 'internal'>, accountId: string, amount: bigint): Promise<void> {
  const world = { kind: { case: 'house' as const, value: { kind: HouseAccountKind.WORLD, subaccount: 'TEST' } } };
  const value = { accountId: uuidIn(accountId), part: BalancePart.AVAILABLE };
  const legs = [
    { account: world, currency: 'USD', amount: -amount },
    { account: { kind: { case: 'internal' as const, value } }, currency: 'USD', amount },
  ];
  await tenant.internal(LedgerService).post({ subject: randomUUID(), step: 'IN', legs });
}

/** Payments that nothing will continue. */
export async function stuck(databaseUrl: string): Promise<string[]> {
  return (await brokenInvariants(databaseUrl)).filter((finding) => finding.includes('nobody will take it further'));
}
