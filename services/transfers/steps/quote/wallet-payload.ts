// The text that the holder of a paying wallet signs for a quote.
import { activityPayload } from '../../../kit/core/activity.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import { refuseShort } from '../../domain/quote/admission.ts';
import type { Offer } from './price-quote.ts';
import type { Parties } from './quote-parties.ts';

/** The payment of a quote, and its parties. */
export interface PricedQuote {
  readonly parties: Parties;
  readonly offer: Offer;
}

/** The text to sign, which binds quote, amount and destination. Undefined for a source that requires no signature. */
export function walletPayload({ clock, operationId }: TransfersContext, { parties, offer }: PricedQuote): string | undefined {
  const { source, destination } = parties;
  if (!source.isEmbeddedWallet || !source.id) return undefined;
  return activityPayload({
    type: 'SIGN_TRANSACTION_V2',
    accountId: uuidOf('InternalAccount', source.id) ?? '',
    parameters: {
      quoteId: operationId,
      signWith: source.id,
      destination: destination.id,
      sendingAmount: offer.price.sending,
      sendingCurrency: offer.pair.sending,
      receivingAmount: offer.price.receiving,
      receivingCurrency: offer.pair.receiving,
    },
    at: clock.now(),
  });
}

/** A quote from a wallet requires the balance; other accounts are checked at execution. */
export function refuseShortWallet({ parties: { source }, offer: { pair, price } }: PricedQuote): void {
  if (source.isEmbeddedWallet) refuseShort(source.available, { amount: price.sending, currency: pair.sending });
}
