// Finds stablecoins, and changes the status of their issuance.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { StablecoinsContext } from '../context.ts';
import { afterIssuance, type IssuanceStatus, type Stablecoin } from '../domain/stablecoin.ts';

export const stablecoinNotFound = () =>
  fail(ErrorCode.REFERENCE_NOT_FOUND, 'There is no such stablecoin.', { resource: 'Stablecoin' });

/** The stablecoin after the report. Undefined if there is none. */
export function moveIssuance(
  id: string,
  status: IssuanceStatus,
  { caller, clock, store }: StablecoinsContext,
): Promise<Stablecoin | undefined> {
  return store.write(async (rows) => {
    const stablecoin = await rows.stablecoins.lock(caller.platformId, id);
    const moved = stablecoin && afterIssuance(stablecoin, status, clock.now());
    if (moved && moved !== stablecoin) await rows.stablecoins.update(moved);
    return moved;
  });
}

export const operationNotFound = () =>
  fail(ErrorCode.REFERENCE_NOT_FOUND, 'There is no such operation.', { resource: 'StablecoinOperation' });
