// Counts daily volumes in the commit of the intent, and releases them if no money moved in the end.
import type { Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { dayOf, overDaily, overSingle, type Reservation, type VolumeLimit } from '../../domain/quote/volume.ts';
import type { TransfersRows } from '../../store/store.ts';

/** The counted intent. Throws TRANSACTION_SIZE_LIMIT_EXCEEDED or DAILY_VOLUME_LIMIT_EXCEEDED, which rolls back. */
export async function reserveVolume<T extends OutgoingPayment>(
  rows: TransfersRows,
  context: TransfersContext,
  intent: T,
): Promise<T> {
  const { counted, refusal } = await tryReserve(rows, context, intent);
  if (refusal) throw refusal;
  return counted;
}

export interface Counting<T extends OutgoingPayment> {
  readonly counted: T;
  /** Why nothing was counted. */
  readonly refusal?: Refusal | undefined;
}

export async function tryReserve<T extends OutgoingPayment>(
  rows: TransfersRows,
  context: TransfersContext,
  intent: T,
): Promise<Counting<T>> {
  const now = context.clock.now();
  const day = dayOf(now);
  const { sent } = intent;
  const { limit, isCounted, used } = await rows.limits.reserve(reservationOf(intent, day));
  const refusal = overSingle(limit, sent);
  if (!isCounted) {
    if (refusal || limit?.dailyMax === undefined) return { counted: intent, refusal };
    return { counted: intent, refusal: overDaily({ limit: limit.dailyMax, used, sent, day, now }) };
  }
  const counted = { ...intent, reservedOn: day };
  await rows.transactions.save(intent, counted);
  return { counted, refusal };
}

/** The limits of a payment's corridor. */
export function limitOf({ store }: TransfersContext, payment: OutgoingPayment): Promise<VolumeLimit | undefined> {
  const { platformId, sent, received } = payment;
  return store.limits.find({ platformId, sending: sent.currency, receiving: received.currency });
}

/** Throws what `reserveVolume` would throw now, without counting. */
export async function refuseOverCaps(
  { store, clock }: TransfersContext,
  intent: OutgoingPayment,
  limit: VolumeLimit | undefined,
): Promise<void> {
  const now = clock.now();
  const day = dayOf(now);
  const { sent } = intent;
  const overSize = overSingle(limit, sent);
  if (overSize) throw overSize;
  if (limit?.dailyMax === undefined) return;
  const used = await store.limits.usedOn(reservationOf(intent, day));
  if (used + sent.amount <= limit.dailyMax) return;
  throw overDaily({ limit: limit.dailyMax, used, sent, day, now });
}

/** Releases the counted volume. The same commit must write the transaction without its `reservedOn`. */
export async function releaseVolume(rows: TransfersRows, before: OutgoingPayment): Promise<void> {
  if (before.reservedOn !== undefined) await rows.limits.release(reservationOf(before, before.reservedOn));
}

function reservationOf({ platformId, sent, received }: OutgoingPayment, day: string): Reservation {
  return { platformId, sending: sent.currency, receiving: received.currency, day, amount: sent.amount };
}
