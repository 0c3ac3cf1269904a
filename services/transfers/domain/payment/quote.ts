// The deadline of a quote, and its status afterwards.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import { isInstantRail, isInstantRoute, type Route } from '../shared/rails.ts';
import type { OutgoingPayment, QuotedPayment } from './payment.ts';
import { lapsingStates } from './states.ts';

/** What the deadline of a quote depends on. */
export interface Journey {
  readonly isLightningOrSpark: boolean;
  /** Both ends are internal, or the payout is on-chain. */
  readonly isWithoutRail: boolean;
  readonly route?: Route;
  /** The rail of the pull, if any. */
  readonly pullRail?: string;
}

const lightningWindowMs = 120_000;
const instantWindowMs = 300_000;
const bankWindowMs = 900_000;

/** When a quote created now expires. */
export function deadlineOf({ isLightningOrSpark, isWithoutRail, route, pullRail }: Journey, now: Date): Date {
  const isPaidOutAtOnce = isWithoutRail || (route !== undefined && isInstantRoute(route));
  const isInstant = isPaidOutAtOnce && (pullRail === undefined || isInstantRail(pullRail));
  const windowMs = isLightningOrSpark ? lightningWindowMs : isInstant ? instantWindowMs : bankWindowMs;
  return new Date(now.getTime() + windowMs);
}

/** Whether the quote has expired, swept or not. */
export function isExpired({ state, expiresAt }: Pick<QuotedPayment, 'state' | 'expiresAt'>, now: Date): boolean {
  return expiredStates.has(state) || (lapsingStates.some((one) => one === state) && now >= expiresAt);
}

const expiredStates: ReadonlySet<string> = new Set(['EXPIRED', 'LATE_FUNDED', 'LATE_REFUNDED', 'LATE_SUSPENDED']);

/** Throws CONFLICT if the quote is not open. */
export function refuseNotOpen(quote: QuotedPayment, now: Date): void {
  if (isExpired(quote, now)) {
    throw fail(ErrorCode.CONFLICT, 'The quote has expired. Create a new one.', { reason: 'QUOTE_EXPIRED' });
  }
  if (quote.state !== 'OPEN') throw conflictFor(quote);
}

/** Why an executed or challenged quote cannot be executed. */
export function conflictFor({ state }: Pick<OutgoingPayment, 'state'>): Refusal {
  if (state === 'AWAITING_PROOF') {
    return fail(ErrorCode.CONFLICT, 'The quote requires strong customer authentication. Authorize it.', {
      reason: 'AUTHORIZATION_PENDING',
    });
  }
  if (state === 'AWAITING_APPROVAL') {
    return fail(ErrorCode.CONFLICT, 'An action of an agent waits for the approval of this quote. Approve or reject it.', {
      reason: 'AGENT_ACTION_PENDING',
    });
  }
  return fail(ErrorCode.CONFLICT, 'The quote was already executed.', { reason: 'QUOTE_ALREADY_EXECUTED' });
}
