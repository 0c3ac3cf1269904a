// The route of a payout: offers of the rail, the chosen offer, and refusals.
import { invalidInput } from '../../../kit/messages/validate.ts';
import type { TransfersContext } from '../../context.ts';
import type { Destination } from '../../domain/quote/destination.ts';
import type { QuoteTerms } from '../../domain/quote/quote-terms.ts';
import { notYet } from '../../domain/shared/not-yet.ts';
import { chooseOffer, type RailOffer, type Route } from '../../domain/shared/rails.ts';
import { askRail } from '../shared/ask-rail.ts';
import { railOf } from '../shared/rail-of.ts';

/** Empty for internal payments and payments between institutions. Throws NOT_IMPLEMENTED if the rail does not support the payout. */
export async function offersFor(context: TransfersContext, destination: Destination): Promise<readonly RailOffer[]> {
  const { kind, currency, rails, info } = destination;
  if (kind === 'INTERNAL' || kind === 'UMA') return [];
  const offers = await askRail(() => railOf(context).offers({ currency, rails, ...(info && { info }) }));
  if (offers.length > 0) return offers;
  throw notYet(`A payout in ${currency} over the rails of this account`);
}

/** The offer that would be chosen for the amount. */
export function offerTaken(offers: readonly RailOffer[], { paymentRail }: QuoteTerms, receiving = 1n): RailOffer | undefined {
  return chooseOffer(offers, { rail: paymentRail, amount: receiving });
}

/** Throws INVALID_INPUT for a rail that does not reach the account, or is not offered. */
export function routeOf(offer: RailOffer | undefined, { rails }: Destination, { paymentRail }: QuoteTerms): Route | undefined {
  if (paymentRail !== undefined && (!rails.includes(paymentRail) || !offer)) {
    const constraint = { enum: [...rails] };
    throw invalidInput([{ field: 'destination.paymentRail', constraint, message: 'is not available for this account' }]);
  }
  if (!offer?.rail) return undefined;
  const { rail, seconds, isInstant } = offer;
  return { rail, seconds, isInstant, mode: paymentRail === undefined ? 'AUTO' : 'MANUAL' };
}
