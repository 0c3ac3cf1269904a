// A quote that a wallet is to pay: what its holder signs for.
import { activityPayload } from '../../../kit/core/activity.ts';
import { uuidOf } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import { refuseShort } from '../../domain/quote/admission.ts';
import type { Offer } from './price-quote.ts';
import type { Parties } from './quote-parties.ts';

/** What a quote pays, and who takes part. */
export interface PricedQuote {
  readonly parties: Parties;
  readonly offer: Offer;
}

/** The text to sign, which binds the quote, what is sent and where; undefined for a source that needs no signature. */
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

/** A wallet promises by its quote what it has; other accounts are looked at when the quote is executed. */
export function refuseShortWallet({ parties: { source }, offer: { pair, price } }: PricedQuote): void {
  if (source.isEmbeddedWallet) refuseShort(source.available, { amount: price.sending, currency: pair.sending });
}
