// How a payout would travel: what the rail offers for it, which offer is taken, and why none can be.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, refusalFrom } from '../../kit/fail.ts';
import { invalidInput } from '../../kit/validate.ts';
import type { TransfersContext } from '../context.ts';
import type { Destination } from '../domain/destination.ts';
import { type Asked, notYet } from '../domain/quote-request.ts';
import { chooseOffer, type RailOffer, type Route } from '../domain/rails.ts';
import type { Wanted } from '../rails/rail.ts';
import { railOf } from './rail-of.ts';

/** None for what stays inside, or travels between institutions. Throws NOT_IMPLEMENTED where the rail does not carry it. */
export async function offersFor(context: TransfersContext, destination: Destination): Promise<readonly RailOffer[]> {
  const { kind, currency, rails, info } = destination;
  if (kind === 'INTERNAL' || kind === 'UMA') return [];
  const offers = await ask(context, { currency, rails, ...(info && { info }) });
  if (offers.length > 0) return offers;
  throw notYet(`A payout in ${currency} over the rails that reach this account`);
}

/** A rail that does not answer is no reason to give up: the quote may be asked for again. */
async function ask(context: TransfersContext, wanted: Wanted): Promise<readonly RailOffer[]> {
  try {
    return await railOf(context).offers(wanted);
  } catch (cause) {
    const refusal = refusalFrom(cause);
    if (!refusal || refusal.status < 500) throw cause;
    throw Object.assign(fail(ErrorCode.QUOTE_REQUEST_FAILED, 'The payment rail does not answer. Try again.'), { cause });
  }
}

/** The offer that would be taken for so much. */
export function offerTaken(offers: readonly RailOffer[], { paymentRail }: Asked, receiving = 1n): RailOffer | undefined {
  return chooseOffer(offers, { rail: paymentRail, amount: receiving });
}

/** Throws INVALID_INPUT for a rail that does not reach the account, or is not offered. */
export function routeOf(offer: RailOffer | undefined, { rails }: Destination, { paymentRail }: Asked): Route | undefined {
  if (paymentRail !== undefined && (!rails.includes(paymentRail) || !offer)) {
    const constraint = { enum: [...rails] };
    throw invalidInput([{ field: 'destination.paymentRail', constraint, message: 'does not reach this account' }]);
  }
  if (!offer?.rail) return undefined;
  const { rail, seconds, isInstant } = offer;
  return { rail, seconds, isInstant, mode: paymentRail === undefined ? 'AUTO' : 'MANUAL' };
}
