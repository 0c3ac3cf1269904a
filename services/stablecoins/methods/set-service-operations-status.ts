// SetServiceOperationsStatus: the operator decides about the use of a token in this installation.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { isCurrencyCode } from '../../kit/core/currencies.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { StablecoinsMethod } from '../context.ts';
import { serviceStatuses, toStablecoin } from '../convert-stablecoin.ts';
import { afterDecision } from '../domain/stablecoin.ts';
import { stablecoinNotFound } from '../steps/stablecoin.ts';

type SetStatus = StablecoinsMethod<typeof StablecoinReportService.method.setServiceOperationsStatus>;

export const setServiceOperationsStatus: SetStatus = async ({ stablecoinId, status }, { caller, clock, store }) => {
  const decided = serviceStatuses.get(status) ?? 'NOT_ENABLED'; // the rules accept known values only
  const stablecoin = await store.write(async (rows) => {
    const found = await rows.stablecoins.lock(caller.platformId, uuidIn(stablecoinId));
    if (!found) throw stablecoinNotFound();
    const moved = afterDecision(found, decided, clock.now());
    if (!moved) throw fail(ErrorCode.CONFLICT, `The token cannot change from ${found.serviceStatus} to ${decided}.`);
    if (moved.serviceStatus === 'ENABLED' && isCurrencyCode(found.symbol))
      throw fail(ErrorCode.CONFLICT, `The token cannot become a currency: ${found.symbol} is the code of another one.`);
    if (moved !== found) await rows.stablecoins.update(moved);
    return moved;
  });
  return toStablecoin(stablecoin, caller.environment);
};
