// Applies an event of the card network by the issuer's id of the transaction, at once or later: events can arrive in another order.
import type { JsonObject } from '@bufbuild/protobuf';
import type { NewJob } from '../../../kit/background/jobs.ts';
import type { CardsContext } from '../../context.ts';
import type { NetworkEvent } from '../../domain/payment/network-event.ts';
import type { Obstacle } from './apply.ts';
import { type Report, report } from './report.ts';

export interface TokenReport extends Report {
  /** The issuer's id of the transaction. */
  readonly token: string;
}

/** Undefined if the event was applied. An unknown transaction does not allow it. */
export async function reportByToken(context: CardsContext, { token, ...reported }: TokenReport): Promise<Obstacle | undefined> {
  const transaction = await context.store.payments.findByToken(context.caller.platformId, token);
  if (!transaction) return 'NOT_ALLOWED';
  const after = await report(context, transaction, reported);
  return typeof after === 'string' ? after : undefined;
}

/** How long an event waits, in the platform's time. */
export const waitsMs = 10 * 60_000;
export const triedAgainAfterMs = 10_000;

/** An event that is reported again while it waits, waits once. */
export function waitingJob({ caller, clock, requestId }: CardsContext, { token, eventId, event }: TokenReport): NewJob {
  const now = clock.now().getTime();
  const amount = 'amount' in event ? { amount: `${event.amount}` } : {};
  const payload = { token, eventId, event: { kind: event.kind, ...amount }, until: now + waitsMs };
  return { kind: 'await-card-event', key: eventId, caller, payload, runAt: new Date(now + triedAgainAfterMs), requestId };
}

export interface WaitingReport extends TokenReport {
  readonly until: Date;
}

/** The event in the payload of its job. */
export function waitingIn(payload: JsonObject): WaitingReport {
  const { token, eventId, event, until } = payload as unknown as WaitingPayload;
  const { kind, amount = '0' } = event;
  const isPlain = kind === 'RETURN_REVERSAL' || kind === 'EXPIRY';
  return { token, eventId, event: isPlain ? { kind } : { kind, amount: BigInt(amount) }, until: new Date(until) };
}

interface WaitingPayload extends Pick<TokenReport, 'token' | 'eventId'> {
  readonly event: { readonly kind: NetworkEvent['kind']; readonly amount?: string };
  readonly until: number;
}
