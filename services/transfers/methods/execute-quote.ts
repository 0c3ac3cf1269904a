// Executes a quote: commits the intent, then carries it out.

import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { reached } from '../../kit/crash-points.ts';
import { fail } from '../../kit/fail.ts';
import { toChallenge } from '../../kit/signed-retry.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toQuote } from '../convert.ts';
import { alreadyExecuted, beginExecution } from '../domain/quote.ts';
import { quoteOf, type Transaction } from '../domain/record.ts';
import { turn } from '../domain/transaction.ts';
import { carryOut } from '../steps/carry-out.ts';
import { outgoingEvent } from '../steps/events.ts';
import { canTakeFee, refuseChanged } from '../steps/execution-checks.ts';
import { findQuote } from '../steps/find-quote.ts';
import { carryOutJob } from '../steps/jobs.ts';
import { reserveVolume } from '../steps/volume.ts';
import { signedByWallet } from '../steps/wallet-signature.ts';

/**
 * The intent takes the quote by compare-and-set and leaves a job behind; carrying it out is the same step that the job runs, so that
 * a process that dies anywhere below is finished by another under the same keys.
 */
export const executeQuote: TransfersMethod<typeof QuoteService.method.executeQuote> = async (request, context) => {
  const quote = await findQuote(context, request.quoteId);
  if (isOurs(quote, context)) return executed(await carryOut(context, quote), context);

  refusePaidAsTold(quote);
  const intent = beginExecution(quote, { now: context.clock.now(), operationId: context.operationId });
  const run = () => execute(context, { quote, intent });
  const { challenge, result } = await signedByWallet(context, { request, quote, run });
  if (challenge) return { outcome: { case: 'challenge', value: toChallenge(challenge) } };
  return executed(result, context);
};

function executed(quote: Transaction, { clock }: TransfersContext) {
  return { outcome: { case: 'quote' as const, value: toQuote(quote, clock.now()) } };
}

/** What is paid from outside executes itself. */
function refusePaidAsTold(quote: Transaction): void {
  if (quoteOf(quote).funding?.kind !== 'PUSH') return;
  throw fail(ErrorCode.INVALID_INPUT, 'This quote executes itself: push the funds as its paymentInstructions say.');
}

/** A call that is resumed after a crash finds that it has begun already. */
function isOurs({ operationId, status }: Transaction, context: TransfersContext): boolean {
  return operationId === context.operationId && status !== 'PENDING';
}

interface Execution {
  readonly quote: Transaction;
  /** The quote, taken by this operation. */
  readonly intent: Transaction;
}

async function execute(context: TransfersContext, { quote, intent }: Execution): Promise<Transaction> {
  await refuseChanged(context, quote);
  if (!(await canTakeFee(context, quote))) return withdraw(context, quote);

  const taken = await context.store.write(async (rows) => {
    if (!(await rows.transactions.save(quote, intent))) return undefined;
    await rows.jobs.add(carryOutJob(context, intent));
    return reserveVolume(rows, context, intent);
  });
  if (!taken) throw alreadyExecuted();
  reached('execution begun');
  return carryOut(context, taken);
}

/** The account that was to take the platform's fee is gone: the fee is never dropped silently. */
async function withdraw(context: TransfersContext, quote: Transaction): Promise<Transaction> {
  const change = turn(quote, { event: 'withdrawn', reason: 'QUOTE_EXECUTION_FAILED' }, context.clock.now());
  const isMine = await context.store.write(async ({ transactions, outbox }) => {
    if (!(await transactions.save(quote, change.after))) return false;
    await outbox.add(outgoingEvent(context, change));
    return true;
  });
  if (!isMine) throw alreadyExecuted();
  return change.after;
}
