// Funds for an externally funded quote: in time they execute it, otherwise they are refunded.
import type { TransfersContext } from '../../context.ts';
import type { UnmatchedFunds } from '../../domain/incoming/incoming.ts';
import { arrivedOf, type Funding, type QuotedPayment } from '../../domain/payment/payment.ts';
import { isExpired } from '../../domain/payment/quote.ts';
import type { TransfersRows } from '../../store/store.ts';
import { countedBefore } from '../shared/counted-before.ts';
import { tryClaimInvoice } from '../shared/invoices.ts';
import { reload } from '../shared/reload.ts';
import { type Happening, transit, transitWithin } from '../shared/transition.ts';
import { tryReserve } from '../shared/volume.ts';
import { advanceForCaller } from './advance-for-caller.ts';
import { type Arrival, reportedOf } from './arrival.ts';
import { sendBack } from './send-back.ts';

/** The transaction that received the funds: the payment, or a separate one if the quote was already funded. */
export async function receiveFunds(
  context: TransfersContext,
  quote: QuotedPayment,
  arrival: Arrival,
): Promise<QuotedPayment | UnmatchedFunds> {
  const counted = await countedBefore(context, reportedOf(quote, arrival));
  if (counted !== undefined) return (await findCounted(context, quote, counted)) ?? quote;

  const happening = happeningOf(context, quote, arrival);
  if (!happening) return sendBack(context, quote, arrival);
  const funded = await fund(context, quote, { happening, arrival });
  if (funded) return advanceForCaller(context, funded);
  return receiveFunds(context, await reload(context, quote), arrival);
}

/** The same for funds that only an open quote accepts. Undefined if the quote is not open; the funds then do not exist. */
export async function payOpenQuote(
  context: TransfersContext,
  quote: QuotedPayment,
  arrival: Arrival,
): Promise<QuotedPayment | undefined> {
  if (quote.state !== 'OPEN' || isExpired(quote, context.clock.now())) return undefined;
  const happening = happeningOf(context, quote, arrival);
  const funded = happening && (await fund(context, quote, { happening, arrival }));
  return funded && advanceForCaller(context, funded);
}

async function findCounted({ store }: TransfersContext, { platformId }: QuotedPayment, id: string) {
  const transaction = await store.transactions.find(platformId, id);
  return transaction?.kind === 'PAYMENT' || transaction?.kind === 'UNMATCHED_FUNDS' ? transaction : undefined;
}

/** Undefined if the quote is already funded, or continues without these funds. */
function happeningOf(
  { clock, operationId }: TransfersContext,
  quote: QuotedPayment,
  { amount, onChain: source }: Arrival,
): Happening<QuotedPayment> | undefined {
  if (quote.funding.kind === 'PREFUNDED') return undefined;
  const funding: Funding = { ...quote.funding, arrived: amount };
  const known = { ...quote, funding, attempt: quote.attempt + 1, ...(source && { onChain: { source } }) };
  if (isExpired(quote, clock.now())) {
    return arrivedOf(quote) === undefined ? { event: 'fundedLate', known, at: quote.expiresAt } : undefined;
  }
  if (quote.state !== 'OPEN') return undefined;
  const event = amount === quote.sent.amount ? 'funded' : 'fundedMismatched';
  return { event, known: { ...known, operationId } };
}

interface Funds {
  readonly happening: Happening<QuotedPayment>;
  readonly arrival: Arrival;
}

/** Undefined if another process was faster. */
async function fund(context: TransfersContext, quote: QuotedPayment, funds: Funds): Promise<QuotedPayment | undefined> {
  const { happening, arrival } = funds;
  const deposit = { ...reportedOf(quote, arrival), transactionId: quote.id, createdAt: context.clock.now() };
  return transit(context, quote, {
    ...happening,
    alongside: async (rows, funded) => {
      if (!(await rows.deposits.count(deposit))) throw new Error(`The deposit ${arrival.key} was counted for another payment.`);
      return funded.state === 'FUNDED' ? claimOrStop(rows, context, funded) : funded;
    },
    point: 'funds seen',
  });
}

/** Arrived funds cannot be refused. If they would pay an invoice twice or exceed a limit, they are marked for a refund. */
async function claimOrStop(rows: TransfersRows, context: TransfersContext, funded: QuotedPayment): Promise<QuotedPayment> {
  if (!(await tryClaimInvoice(rows, funded))) return transitWithin(rows, funded, 'invoiceUnavailable');
  const { counted, refusal } = await tryReserve(rows, context, funded);
  return refusal ? transitWithin(rows, counted, 'limitExceeded') : counted;
}
