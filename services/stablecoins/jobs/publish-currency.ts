// Makes an ENABLED token a currency of its platform, and ends this for a DISABLED one.
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import type { JobHandler } from '../../kit/service/service.ts';
import type { StablecoinsContext } from '../context.ts';
import type { Stablecoin } from '../domain/stablecoin.ts';

export const isCurrencyChanged = (before: Stablecoin, after: Stablecoin) => isCurrency(before) !== isCurrency(after);

const isCurrency = ({ serviceStatus }: Stablecoin) => serviceStatus === 'ENABLED';

/** `stablecoin`: after the decision. */
export function publishLater(stablecoin: Stablecoin, { caller, operationId, requestId }: StablecoinsContext): NewJob {
  const { id, updatedAt: runAt } = stablecoin;
  return { kind: 'publish-currency', key: `${id} ${operationId}`, caller, payload: { id }, runAt, requestId };
}

/** Repeats itself while the decision changes, so that the last one wins in whatever order two jobs call the platform. */
export const publishCurrency: JobHandler<StablecoinsContext> = async ({ payload }, { caller, clients, store }) => {
  const current = async () => {
    const stablecoin = await store.stablecoins.find(caller.platformId, String(payload.id));
    if (stablecoin?.currency === undefined) throw new Error(`The currency of the stablecoin ${payload.id} does not exist.`);
    return { currencyCode: stablecoin.currency, isEnabled: isCurrency(stablecoin) };
  };
  let published = await current();
  for (;;) {
    reached('currency decided');
    await clients.stablecoinCurrencies.setStablecoinCurrency(published);
    const now = await current();
    if (now.isEnabled === published.isEnabled) return;
    published = now;
  }
};
