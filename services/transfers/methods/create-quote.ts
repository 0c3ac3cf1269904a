// Prices and creates a quote with its payment. Executes it if immediate execution is requested.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { CreateQuoteRequest, QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toQuote } from '../convert.ts';
import { toQuoteTerms } from '../convert-quote-request.ts';
import type { Authorization } from '../domain/payment/authorization.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import { advanceForCaller } from '../steps/payment/advance-for-caller.ts';
import { type Limited, refuseBeyond } from '../steps/payment/execution-checks.ts';
import { authorizationOf, isAuthorized, type Payer, refuseFactor } from '../steps/quote/authorization.ts';
import { draftQuote } from '../steps/quote/draft-quote.ts';
import { fundingOf } from '../steps/quote/funding.ts';
import { priceQuote } from '../steps/quote/price-quote.ts';
import { type Parties, partiesOf } from '../steps/quote/quote-parties.ts';
import { refuseShortWallet } from '../steps/quote/wallet-payload.ts';
import { isRateHeld } from '../steps/rates/locked-rate.ts';
import { claimsOf } from '../steps/shared/claims.ts';
import { newReference } from '../steps/shared/new-reference.ts';
import { type Creation, create } from '../steps/shared/transition.ts';

/**
 * One commit per quote. For immediate execution, the same commit is the intent of the execution: the quote is visible after the money is
 * held, and removed if the ledger refuses.
 */
export const createQuote: TransfersMethod<typeof QuoteService.method.createQuote> = async (request, context) => {
  const made = (await madeBefore(context)) ?? (await make(context, request));
  const shown = made.state === 'TENTATIVE' ? await advanceForCaller(context, made) : made;
  const value = toQuote(shown, context.clock.now());
  return { outcome: { case: shown.state === 'AWAITING_PROOF' ? 'challenged' : 'quote', value } };
};

/** A repeated operation continues with its existing quote, whatever has changed since. */
async function madeBefore({ store, caller, operationId, mayHaveRun }: TransfersContext): Promise<QuotedPayment | undefined> {
  return mayHaveRun ? store.transactions.findByQuote(caller.platformId, operationId) : undefined;
}

async function make(context: TransfersContext, request: CreateQuoteRequest): Promise<QuotedPayment> {
  const requested = toQuoteTerms(request);
  const parties = await partiesOf(context, requested);
  const offer = await priceQuote(context, requested, parties);
  refuseShortWallet({ parties, offer });

  const draft = { requested, parties, offer, reference: newReference() };
  const quote = draftQuote(context, { ...draft, funding: await fundingOf(context, draft) });
  if (quote.agentId !== undefined && quote.funding.kind === 'PUSH') throw executesItself();
  const { limit } = offer;
  if (requested.isImmediate) await refuseAtOnce(context, quote, { ...parties, limit });
  const payer = { ...parties, factor: request.scaFactor };
  const authorization = await authorizationAtOnce(context, quote, { payer, isImmediate: requested.isImmediate });
  const made = await create(context, ...creationOf(context, quote, { authorization, isImmediate: requested.isImmediate, limit }));
  return made ?? (await madeBefore(context)) ?? quote;
}

/** Nothing would be left for the policy of an agent to decide. */
const executesItself = () =>
  invalidInput([{ field: 'source.accountId', message: 'must support pull payments, because agents execute their quotes' }]);

/** Immediate execution is refused if it would fail: because of a limit, the balance, or the rate. */
async function refuseAtOnce(context: TransfersContext, quote: QuotedPayment, payer: Parties & Limited): Promise<void> {
  await refuseBeyond(context, quote, payer);
  if (await isRateHeld(context, quote)) return;
  throw fail(ErrorCode.QUOTE_REQUEST_FAILED, 'The exchange rate has changed. Try again.');
}

interface Start {
  readonly payer: Payer & Pick<Parties, 'source'>;
  readonly isImmediate: boolean;
}

/** A quote that executes automatically requires the customer's proof now; other quotes at execution, so only the factor is checked. */
async function authorizationAtOnce(
  context: TransfersContext,
  quote: QuotedPayment,
  { payer, isImmediate }: Start,
): Promise<Authorization | undefined> {
  if (!isAuthorized(payer, quote.sent.currency) || payer.source.kind === 'PULL') return undefined;
  if (quote.funding.kind === 'PUSH' || isImmediate) return authorizationOf(context, quote, payer);
  await refuseFactor(context, quote, payer.factor);
  return undefined;
}

interface Making extends Limited {
  readonly authorization: Authorization | undefined;
  readonly isImmediate: boolean;
}

/** A quote that waits for its customer sends both webhooks: created and waiting. */
function creationOf(
  context: TransfersContext,
  quote: QuotedPayment,
  { authorization, isImmediate, limit }: Making,
): [QuotedPayment, Creation<QuotedPayment>] {
  const point = 'quote made';
  if (authorization)
    return [
      { ...quote, authorization },
      { event: 'challenged', point },
    ];
  if (!isImmediate) return [quote, { event: 'quoted', point }];
  const intent: QuotedPayment = { ...quote, operationId: context.operationId, attempt: 1 };
  return [intent, { event: 'executed', ...claimsOf(context, intent, limit), point }];
}
