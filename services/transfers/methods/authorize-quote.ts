// AuthorizeQuote: the customer's proof takes the payment one step on; the last one executes it.
import { ScaSubject } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { AuthorizeQuoteRequest, QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { reached } from '../../kit/crash-points.ts';
import { Refusal } from '../../kit/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toQuote } from '../convert.ts';
import { move } from '../domain/moves.ts';
import { alreadyExecuted } from '../domain/quote.ts';
import { quoteOf, type Transaction } from '../domain/record.ts';
import { outgoingMoves, outgoingOf } from '../domain/transaction.ts';
import { nextAuthorization, refuseWithoutCustomer } from '../steps/authorization.ts';
import { executeAuthorized, waitFor } from '../steps/execute.ts';
import { findQuote } from '../steps/find-quote.ts';
import { giveUp } from '../steps/give-up-authorization.ts';

export const authorizeQuote: TransfersMethod<typeof QuoteService.method.authorizeQuote> = async (request, context) => {
  const quote = await findQuote(context, request.quoteId);
  refuseWithoutCustomer(quote);
  await prove(context, quote, request);
  reached('authorization proved');
  return toQuote(await goOn(context, quote), context.clock.now());
};

/** Throws what does not hold. The last wrong proof of a challenge ends the payment. */
async function prove(context: TransfersContext, quote: Transaction, request: AuthorizeQuoteRequest): Promise<void> {
  const { code, passkeyAssertion, origin, endUserIpAddress } = request;
  const { isOver } = await context.clients.scaChallenges.proveScaChallenge({
    customerId: quote.owner,
    subject: ScaSubject.QUOTE,
    ...(quote.authorization && { id: quote.authorization.id }),
    ...(code !== undefined && { code }),
    ...(passkeyAssertion && { passkeyAssertion }),
    ...(origin !== undefined && { origin }),
    ...(endUserIpAddress !== undefined && { endUserIpAddress }),
  });
  if (!isOver) return;
  await giveUp(context, quote);
  throw new Refusal(ErrorCode.RATE_LIMITED, 'Too many wrong proofs: the payment has failed.', { retryAfterSeconds: 60 });
}

async function goOn(context: TransfersContext, quote: Transaction): Promise<Transaction> {
  const next = quote.authorization && (await nextAuthorization(context, quote, quote.authorization));
  if (next) return waitFor(context, quote, next);
  return quoteOf(quote).funding?.kind === 'PUSH' ? openForFunding(context, quote) : executeAuthorized(context, quote);
}

/** From now on it can be paid as it tells. The outside is not told of that by a webhook. */
async function openForFunding({ clock, store }: TransfersContext, quote: Transaction): Promise<Transaction> {
  const { authorization: _, ...proven } = quote;
  const status = move(outgoingMoves, { state: outgoingOf(quote), event: 'authorized' });
  const open = { ...proven, status, attempt: quote.attempt + 1, updatedAt: clock.now() };
  if (!(await store.write(({ transactions }) => transactions.save(quote, open)))) throw alreadyExecuted();
  return open;
}
