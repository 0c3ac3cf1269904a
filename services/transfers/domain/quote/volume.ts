// Volume limits of a platform's corridor: per payment and per day.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, Refusal } from '../../../kit/messages/fail.ts';
import type { Money } from '../shared/money.ts';

/** Set by the operator; absent means no limit. In the smallest unit of the sending currency. */
export interface VolumeLimit {
  readonly platformId: string;
  readonly sending: string;
  readonly receiving: string;
  readonly singleMax?: bigint;
  readonly dailyMax?: bigint;
}

/** An amount that counts towards a daily limit. */
export interface Reservation {
  readonly platformId: string;
  readonly sending: string;
  readonly receiving: string;
  /** In UTC: `2026-01-31`. */
  readonly day: string;
  readonly amount: bigint;
}

/** The date in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** When the next day starts. */
export function resetsAt(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
}

/** The refusal if the amount exceeds the limit for a single payment. */
export function overSingle(limit: VolumeLimit | undefined, { amount, currency }: Money): Refusal | undefined {
  const { singleMax } = limit ?? {};
  if (singleMax === undefined || amount <= singleMax) return undefined;
  return fail(ErrorCode.TRANSACTION_SIZE_LIMIT_EXCEEDED, `A single payment can send at most ${singleMax} ${currency}.`, {
    limit: Number(singleMax),
    requested: Number(amount),
    currency,
  });
}

export interface OverDay {
  readonly limit: bigint;
  readonly used: bigint;
  readonly sent: Money;
  readonly day: string;
  readonly now: Date;
}

export function overDaily({ limit, used, sent, day, now }: OverDay): Refusal {
  const reset = resetsAt(day);
  return new Refusal(
    ErrorCode.DAILY_VOLUME_LIMIT_EXCEEDED,
    'The payment exceeds the daily volume limit. Send less, or try again tomorrow.',
    {
      details: {
        limit: Number(limit),
        used: Number(used),
        requested: Number(sent.amount),
        currency: sent.currency,
        resetsAt: reset.toISOString(),
      },
      retryAfterSeconds: Math.max(1, Math.ceil((reset.getTime() - now.getTime()) / 1000)),
    },
  );
}
