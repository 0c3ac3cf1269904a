// Prices a quote and makes it, with its transaction; executes it at once where that is asked for.
import type { QuoteService } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { reached } from '../../kit/crash-points.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toQuote } from '../convert.ts';
import { readQuoteRequest } from '../domain/quote-request.ts';
import type { Transaction } from '../domain/record.ts';
import { carryOut } from '../steps/carry-out.ts';
import { draftQuote } from '../steps/draft-quote.ts';
import { outgoingEvent } from '../steps/events.ts';
import { fundingOf } from '../steps/funding.ts';
import { carryOutJob } from '../steps/jobs.ts';
import { newReference } from '../steps/new-reference.ts';
import { priceQuote } from '../steps/price-quote.ts';
import { partiesOf } from '../steps/quote-parties.ts';
import { reserveVolume } from '../steps/volume.ts';
import { refuseShortWallet } from '../steps/wallet-payload.ts';

/**
 * One commit for a quote. For one that is executed at once, the same commit is the intent of its execution: it is seen only when
 * the money is held, and gone when the ledger refuses.
 */
export const createQuote: TransfersMethod<typeof QuoteService.method.createQuote> = async (request, context) => {
  const asked = readQuoteRequest(request);
  const parties = await partiesOf(context, asked);
  const offer = await priceQuote(context, asked, parties);
  refuseShortWallet({ parties, offer });

  const draft = { asked, parties, offer, reference: newReference() };
  const funding = await fundingOf(context, draft);
  const made = await keep(context, draftQuote(context, { ...draft, funding }));
  const shown = made.status === 'TENTATIVE' ? await carryOut(context, made) : made;
  return { outcome: { case: 'quote', value: toQuote(shown, context.clock.now()) } };
};

/** An operation that is resumed finds what it made before. */
async function keep(context: TransfersContext, draft: Transaction): Promise<Transaction> {
  const isTentative = draft.status === 'TENTATIVE';
  const made = await context.store.write(async (rows) => {
    if (!(await rows.transactions.insert(draft))) return undefined;
    if (isTentative) await rows.jobs.add(carryOutJob(context, draft));
    else await rows.outbox.add(outgoingEvent(context, { after: draft, told: 'PENDING' }));
    return isTentative ? reserveVolume(rows, context, draft) : draft;
  });
  reached('quote made');
  if (made) return made;
  return (await context.store.transactions.findByQuote(draft.platformId, draft.quoteId ?? '')) ?? draft;
}
