// Executes a quote that may be executed: commits the intent, then carries it out.
import type { ScaFactor } from '../../../../gen/payments/common/v1/sca_pb.ts';
import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import type { Authorization } from '../../domain/payment/authorization.ts';
import { beginAuthorized, taken } from '../../domain/payment/quote.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { type Change, turn } from '../../domain/payment/transaction.ts';
import { type OutgoingFailureReason } from '../../domain/shared/failure-reasons.ts';
import { authorizationOf } from '../quote/authorization.ts';
import { isRateHeld } from '../rates/locked-rate.ts';
import { current } from '../shared/current.ts';
import { outgoingEvent } from '../shared/events.ts';
import { claimInvoice } from '../shared/invoices.ts';
import { carryOutJob, lapseAuthorizationJob } from '../shared/jobs.ts';
import { reserveVolume } from '../shared/volume.ts';
import { carryOutForCaller } from './carry-out-for-caller.ts';
import { canTakeFee, refuseBeyond, refuseChanged } from './execution-checks.ts';

export interface Execution {
  readonly quote: Transaction;
  /** The quote, taken by this operation. */
  readonly intent: Transaction;
}

/** Stops at a challenge where the payment needs the customer's proof first. */
export async function executeAsked(
  context: TransfersContext,
  { quote, intent }: Execution,
  factor: ScaFactor | undefined,
): Promise<Transaction> {
  const payer = await refuseChanged(context, quote);
  await refuseBeyond(context, quote, payer);
  const withdrawn = await withdrawnBy(context, quote);
  if (withdrawn) return withdrawn;
  const authorization = await authorizationOf(context, quote, { ...payer, factor });
  return authorization ? waitFor(context, quote, authorization) : begin(context, { quote, intent });
}

/** The customer has given all proofs. */
export async function executeAuthorized(context: TransfersContext, quote: Transaction): Promise<Transaction> {
  const intent = beginAuthorized(quote, context.operationId);
  await refuseChanged(context, quote);
  const withdrawn = await withdrawnBy(context, quote);
  return withdrawn ?? begin(context, { quote, intent });
}

async function begin(context: TransfersContext, { quote, intent }: Execution): Promise<Transaction> {
  const mine = await context.store.write(async (rows) => {
    if (!(await rows.transactions.save(quote, intent))) return undefined;
    await rows.jobs.add(carryOutJob(context, intent));
    await claimInvoice(rows, intent);
    return reserveVolume(rows, context, intent);
  });
  if (!mine) throw taken(await current(context, quote));
  reached('execution begun');
  return carryOutForCaller(context, mine);
}

/** Nothing moves until the customer has proved who they are. Throws CONFLICT when the quote is no longer what it was. */
export function waitFor(context: TransfersContext, quote: Transaction, authorization: Authorization): Promise<Transaction> {
  const { operationId } = context;
  const change = turn({ ...quote, operationId, authorization }, { event: 'challenged' }, context.clock.now());
  return keepChange(context, quote, change, lapseAuthorizationJob(context, change.after, authorization));
}

/** In one commit with its event, and what it leaves to do. Throws CONFLICT when the quote is no longer what it was. */
export async function keepChange(
  context: TransfersContext,
  quote: Transaction,
  change: Change<Transaction>,
  job?: NewJob,
): Promise<Transaction> {
  const isMine = await context.store.write(async ({ transactions, jobs, outbox }) => {
    if (!(await transactions.save(quote, change.after))) return false;
    if (job) await jobs.add(job);
    await outbox.add(outgoingEvent(context, change));
    return true;
  });
  if (!isMine) throw taken(await current(context, quote));
  return change.after;
}

/**
 * A quote that can never be executed has failed, and nothing has moved. The account that was to take the platform's fee is gone: the
 * fee is never dropped silently. Or the rate was withdrawn.
 */
async function withdrawnBy(context: TransfersContext, quote: Transaction): Promise<Transaction | undefined> {
  if (!(await canTakeFee(context, quote))) return withdraw(context, quote, 'QUOTE_EXECUTION_FAILED');
  if (await isRateHeld(context, quote)) return undefined;
  return withdraw(context, quote, 'QUOTE_RATE_UNAVAILABLE');
}

function withdraw(context: TransfersContext, quote: Transaction, reason: OutgoingFailureReason): Promise<Transaction> {
  return keepChange(context, quote, turn(quote, { event: 'withdrawn', reason }, context.clock.now()));
}
