// Executes a quote: commits the intent, then carries it out.
import type { ScaFactor } from '../../../../gen/payments/common/v1/sca_pb.ts';
import type { TransfersContext } from '../../context.ts';
import type { Authorization } from '../../domain/payment/authorization.ts';
import type { QuotedPayment } from '../../domain/payment/payment.ts';
import { conflictFor } from '../../domain/payment/quote.ts';
import { authorizationOf } from '../quote/authorization.ts';
import { isRateHeld } from '../rates/locked-rate.ts';
import { executingAction } from '../shared/agent-of.ts';
import { claimsOf } from '../shared/claims.ts';
import { reload } from '../shared/reload.ts';
import { type Happening, transit } from '../shared/transition.ts';
import { limitOf } from '../shared/volume.ts';
import { advanceForCaller } from './advance-for-caller.ts';
import { canTakeFee, type Limited, refuseBeyond, refuseChanged } from './execution-checks.ts';

/** For an open or approved quote. Stops at a challenge if the payment requires the customer's authorization. */
export async function executeQuoted(
  context: TransfersContext,
  quote: QuotedPayment,
  factor: ScaFactor | undefined,
): Promise<QuotedPayment> {
  const [payer, limit] = await Promise.all([refuseChanged(context, quote), limitOf(context, quote)]);
  await refuseBeyond(context, quote, { ...payer, limit });
  const withdrawn = await withdrawnBy(context, quote);
  if (withdrawn) return withdrawn;
  const authorization = await authorizationOf(context, quote, { ...payer, factor });
  const event = quote.state === 'AWAITING_APPROVAL' ? 'approved' : 'executed';
  return authorization ? challenge(context, quote, authorization) : begin(context, quote, { event, limit });
}

/**
 * The customer has given all proofs: the rate stays locked beyond the deadline. The payment keeps the last proof until the money is held.
 */
export async function executeAuthorized(context: TransfersContext, quote: QuotedPayment): Promise<QuotedPayment> {
  if (quote.state !== 'AWAITING_PROOF') throw conflictFor(quote);
  await refuseChanged(context, quote);
  const withdrawn = await withdrawnBy(context, quote);
  return withdrawn ?? begin(context, quote, { event: 'proven', limit: await limitOf(context, quote) });
}

/** The intent claims the quote for this operation and adds a job, which continues after a crash. */
async function begin(context: TransfersContext, quote: QuotedPayment, { event, limit }: Intent): Promise<QuotedPayment> {
  const { operationId } = context;
  const known = { ...quote, ...executingAction(context, quote), operationId, attempt: quote.attempt + 1 };
  const begun = await change(context, quote, { event, known, ...claimsOf(context, quote, limit), point: 'execution begun' });
  return advanceForCaller(context, begun);
}

interface Intent extends Limited {
  readonly event: 'executed' | 'approved' | 'proven';
}

/** No money moves before the customer has authenticated. */
export function challenge(context: TransfersContext, quote: QuotedPayment, authorization: Authorization): Promise<QuotedPayment> {
  const known = { ...quote, ...executingAction(context, quote), operationId: context.operationId, authorization };
  return change(context, quote, { event: 'challenged', known });
}

/** The customer has authorized realtime funding: the funds may arrive now. */
export function openForFunding(context: TransfersContext, quote: QuotedPayment): Promise<QuotedPayment> {
  if (quote.state !== 'AWAITING_PROOF') throw conflictFor(quote);
  const { authorization: _, ...known } = quote;
  return change(context, quote, { event: 'provenToBeFunded', known });
}

/** Fails a payment whose proof did not come in time, or was wrong too often. A payment that has continued does not change. */
export async function failUnproven(context: TransfersContext, quote: QuotedPayment): Promise<void> {
  if (quote.state !== 'AWAITING_PROOF') return;
  const { authorization: _, ...known } = quote;
  await transit(context, quote, { event: 'unproven', known });
}

/** Throws CONFLICT if the quote has changed. */
async function change(
  context: TransfersContext,
  quote: QuotedPayment,
  happening: Happening<QuotedPayment>,
): Promise<QuotedPayment> {
  const after = await transit(context, quote, happening);
  if (!after) throw conflictFor(await reload(context, quote));
  return after;
}

/**
 * Fails a quote that can never be executed, without moving money: the account of the platform fee no longer exists (the fee is never
 * dropped silently), or the rate was withdrawn.
 */
async function withdrawnBy(context: TransfersContext, quote: QuotedPayment): Promise<QuotedPayment | undefined> {
  if (!(await canTakeFee(context, quote))) return change(context, quote, { event: 'feeAccountClosed' });
  if (await isRateHeld(context, quote)) return undefined;
  return change(context, quote, { event: 'rateWithdrawn' });
}
