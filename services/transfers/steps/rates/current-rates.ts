// The current rates: one stored snapshot per five minutes, shared by all processes.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, refusalFrom } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { slotOf } from '../../domain/rates/rate-slot.ts';
import { type Rates, ratesIn, type Snapshot } from '../../domain/rates/rates.ts';
import type { RateList, RateSource } from '../../rates/rate-source.ts';
import type { Slot } from '../../store/rate-snapshots.ts';
import { findRateSource } from './rate-source-of.ts';

/** Without a source there are no rates. Throws SERVICE_UNAVAILABLE while the source does not respond. */
export async function currentRates(context: TransfersContext): Promise<Snapshot> {
  const { caller, clock, rateCache } = context;
  const slot = slotOf(clock.now());
  const source = findRateSource(context);
  if (!source) return snapshotOf({ takenAt: slot, worths: new Map() });

  const key = `${caller.environment} ${slot.getTime()}`;
  const known = rateCache.get(key);
  if (known) return known;
  const taken = snapshotOf(await takeOnce(context, source, { environment: caller.environment, slot }));
  rateCache.set(key, taken);
  return taken;
}

/** A quote may not need rates, so while the source does not respond there are none. */
export async function currentRatesIfAny(context: TransfersContext): Promise<Rates> {
  try {
    return await currentRates(context);
  } catch (error) {
    if (refusalFrom(error)?.code === ErrorCode.SERVICE_UNAVAILABLE) return noRates;
    throw error;
  }
}

const noRates: Rates = { worthOf: () => undefined };

/** The first stored snapshot counts. */
async function takeOnce(context: TransfersContext, source: RateSource, slot: Slot): Promise<RateList> {
  const { store, clock, wall } = context;
  const stored = await store.rateSnapshots.find(slot);
  if (stored) return stored;
  const list = await listedBy(source, clock.now());
  await store.write(({ rateSnapshots }) => rateSnapshots.keep(slot, list, wall.now()));
  return (await store.rateSnapshots.find(slot)) ?? list;
}

async function listedBy(source: RateSource, now: Date): Promise<RateList> {
  try {
    return await source.list(now);
  } catch (cause) {
    throw Object.assign(fail(ErrorCode.SERVICE_UNAVAILABLE, 'The exchange rate source is not available. Try again.'), {
      cause,
    });
  }
}

function snapshotOf({ takenAt, worths }: RateList): Snapshot {
  return { takenAt, ...ratesIn(worths) };
}
