// Finds links to provider accounts, and changes their status.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { StablecoinsContext } from '../context.ts';
import { type AccountEvent, accountAfter, type ProviderAccount } from '../domain/provider-account.ts';

/** The uuid in the id of a link, whose form the door has checked. */
export const accountIdIn = uuidIn;

export const accountNotFound = () =>
  fail(ErrorCode.STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND, 'There is no such stablecoin provider account.');

/** The link after the event. Undefined if there is none. */
export function moveAccount(
  id: string,
  event: AccountEvent,
  { caller, clock, store }: StablecoinsContext,
): Promise<ProviderAccount | undefined> {
  return store.write(async (rows) => {
    const account = await rows.providerAccounts.lock(caller.platformId, id);
    const moved = account && accountAfter(account, event, clock.now());
    if (moved && moved !== account) await rows.providerAccounts.update(moved);
    return moved;
  });
}
