// Prices a quote and makes it, with its transaction; executes it at once where that is asked for.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { CreateQuoteRequest, QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toQuote } from '../convert.ts';
import type { Authorization } from '../domain/payment/authorization.ts';
import { quoteOf, type Transaction } from '../domain/payment/record.ts';
import { turn } from '../domain/payment/transaction.ts';
import { readQuoteRequest } from '../domain/quote/quote-request.ts';
import { carryOutForCaller } from '../steps/payment/carry-out-for-caller.ts';
import { refuseBeyond } from '../steps/payment/execution-checks.ts';
import { authorizationOf, isAuthorized, type Payer } from '../steps/quote/authorization.ts';
import { draftQuote } from '../steps/quote/draft-quote.ts';
import { fundingOf } from '../steps/quote/funding.ts';
import { priceQuote } from '../steps/quote/price-quote.ts';
import { type Parties, partiesOf } from '../steps/quote/quote-parties.ts';
import { refuseShortWallet } from '../steps/quote/wallet-payload.ts';
import { isRateHeld } from '../steps/rates/locked-rate.ts';
import { outgoingEvent } from '../steps/shared/events.ts';
import { claimInvoice } from '../steps/shared/invoices.ts';
import { carryOutJob, lapseAuthorizationJob } from '../steps/shared/jobs.ts';
import { newReference } from '../steps/shared/new-reference.ts';
import { reserveVolume } from '../steps/shared/volume.ts';

/**
 * One commit for a quote. For one that is executed at once, the same commit is the intent of its execution: it is seen only when
 * the money is held, and gone when the ledger refuses.
 */
export const createQuote: TransfersMethod<typeof QuoteService.method.createQuote> = async (request, context) => {
  const made = (await madeBefore(context)) ?? (await make(context, request));
  const shown = made.status === 'TENTATIVE' ? await carryOutForCaller(context, made) : made;
  const value = toQuote(shown, context.clock.now());
  return { outcome: { case: shown.status === 'PENDING_AUTHORIZATION' ? 'challenged' : 'quote', value } };
};

/** An operation that is resumed goes on with what it made before, whatever has changed since. */
function madeBefore({ store, caller, operationId }: TransfersContext): Promise<Transaction | undefined> {
  return store.transactions.findByQuote(caller.platformId, operationId);
}

async function make(context: TransfersContext, request: CreateQuoteRequest): Promise<Transaction> {
  const asked = readQuoteRequest(request);
  const parties = await partiesOf(context, asked);
  const offer = await priceQuote(context, asked, parties);
  refuseShortWallet({ parties, offer });

  const draft = { asked, parties, offer, reference: newReference() };
  const funding = await fundingOf(context, draft);
  const quote = draftQuote(context, { ...draft, funding });
  if (asked.isImmediate) await refuseAtOnce(context, quote, parties);
  const authorization = await authorizationAtOnce(context, quote, { ...parties, factor: request.scaFactor });
  return authorization ? keepWaiting(context, quote, authorization) : keep(context, quote);
}

/** What is executed at once is refused where it would fail: for a cap, the balance, or its rate. */
async function refuseAtOnce(context: TransfersContext, quote: Transaction, parties: Parties): Promise<void> {
  await refuseBeyond(context, quote, parties);
  if (await isRateHeld(context, quote)) return;
  throw fail(ErrorCode.QUOTE_REQUEST_FAILED, 'The exchange rate has changed. Try again.');
}

/** A quote that moves money by itself needs the customer's proof now; any other does so when it is executed. */
async function authorizationAtOnce(
  context: TransfersContext,
  quote: Transaction,
  payer: Payer & Pick<Parties, 'source'>,
): Promise<Authorization | undefined> {
  const isPushed = quoteOf(quote).funding?.kind === 'PUSH';
  if (!isPushed && quote.status !== 'TENTATIVE') return undefined;
  if (!isAuthorized(payer.owner, quote.sent.currency) || payer.source.kind === 'PULL') return undefined;
  return authorizationOf(context, quote, payer);
}

/** Shown as made, and as waiting. */
async function keepWaiting(context: TransfersContext, draft: Transaction, authorization: Authorization): Promise<Transaction> {
  const { operationId: _, ...unbegun } = draft;
  const made: Transaction = { ...unbegun, status: 'PENDING', version: 1n, attempt: 0, authorization };
  const waiting = turn(made, { event: 'challenged' }, context.clock.now());
  const isMade = await context.store.write(async (rows) => {
    if (!(await rows.transactions.insert(waiting.after))) return false;
    await rows.jobs.add(lapseAuthorizationJob(context, made, authorization));
    await rows.outbox.addMany([outgoingEvent(context, { after: made, told: 'PENDING' }), outgoingEvent(context, waiting)]);
    return true;
  });
  reached('quote made');
  return isMade ? waiting.after : ((await madeBefore(context)) ?? waiting.after);
}

async function keep(context: TransfersContext, draft: Transaction): Promise<Transaction> {
  const isTentative = draft.status === 'TENTATIVE';
  const made = await context.store.write(async (rows) => {
    if (!(await rows.transactions.insert(draft))) return undefined;
    if (!isTentative) {
      await rows.outbox.add(outgoingEvent(context, { after: draft, told: 'PENDING' }));
      return draft;
    }
    await rows.jobs.add(carryOutJob(context, draft));
    await claimInvoice(rows, draft);
    return reserveVolume(rows, context, draft);
  });
  reached('quote made');
  return made ?? (await madeBefore(context)) ?? draft;
}
