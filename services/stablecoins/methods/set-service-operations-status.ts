// SetServiceOperationsStatus: the operator decides about the use of a token in this installation.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { isTokenCode, tokenDecimals } from '../../kit/core/currencies.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { StablecoinsMethod } from '../context.ts';
import { serviceStatuses, toStablecoin } from '../convert-stablecoin.ts';
import { afterDecision, type Stablecoin } from '../domain/stablecoin.ts';
import { isCurrencyChanged, publishLater } from '../jobs/publish-currency.ts';
import { stablecoinNotFound } from '../steps/stablecoin.ts';

type SetStatus = StablecoinsMethod<typeof StablecoinReportService.method.setServiceOperationsStatus>;

export const setServiceOperationsStatus: SetStatus = async ({ stablecoinId, status }, context) => {
  const { caller, clock, store } = context;
  const decided = serviceStatuses.get(status) ?? 'NOT_ENABLED'; // the rules accept known values only
  const { stablecoin, job } = await store.write(async (rows) => {
    const found = await rows.stablecoins.lock(caller.platformId, uuidIn(stablecoinId));
    if (!found) throw stablecoinNotFound();
    const moved = afterDecision(found, decided, clock.now());
    if (!moved) throw fail(ErrorCode.CONFLICT, `The token cannot change from ${found.serviceStatus} to ${decided}.`);
    if (moved === found) return { stablecoin: found };
    if (decided === 'ENABLED') refuseAsCurrency(found);
    await rows.stablecoins.update(moved);
    if (!isCurrencyChanged(found, moved)) return { stablecoin: moved };
    const publishing = publishLater(moved, context);
    await rows.jobs.add(publishing);
    return { stablecoin: moved, job: publishing };
  });
  if (job) await context.runNow(job);
  return toStablecoin(stablecoin, caller.environment);
};

/** Throws CONFLICT for a token that cannot be a currency. */
function refuseAsCurrency({ symbol, decimals, baseCurrency, issuanceStatus }: Stablecoin): void {
  if (issuanceStatus !== 'PROVISIONED') throw notACurrency(`it is ${issuanceStatus}, not PROVISIONED`);
  if (!isTokenCode(symbol))
    throw notACurrency(`${symbol} is the code of another one, or does not have 2 to 10 capital letters and digits`);
  if (decimals !== tokenDecimals) throw notACurrency(`it has ${decimals} decimals, not ${tokenDecimals}`);
  if (baseCurrency !== 'USD') throw notACurrency(`its base currency is ${baseCurrency}, not USD`);
}

const notACurrency = (reason: string): Refusal => fail(ErrorCode.CONFLICT, `The token cannot become a currency: ${reason}.`);
