// The transaction of a new quote, with all parts that never change.

import { uuidIn } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import type { Funding, QuotedPayment } from '../../domain/payment/payment.ts';
import { deadlineOf } from '../../domain/payment/quote.ts';
import type { QuoteDetails } from '../../domain/payment/quote-details.ts';
import { invoiceKey } from '../../domain/quote/invoice.ts';
import type { QuoteTerms } from '../../domain/quote/quote-terms.ts';
import { textOf } from '../../domain/shared/decimal.ts';
import { isLightningOrSpark, offeredNetworks } from '../../domain/shared/networks.ts';
import { agentOf } from '../shared/agent-of.ts';
import { identifierKey } from '../shared/identifier-key.ts';
import type { Offer } from './price-quote.ts';
import type { Parties } from './quote-parties.ts';
import { walletPayload } from './wallet-payload.ts';

export interface Draft {
  readonly requested: QuoteTerms;
  readonly parties: Parties;
  readonly offer: Offer;
  /** The payment reference. */
  readonly reference: string;
  readonly funding: Funding;
}

/**
 * The uuid of the quote is the id of the operation, so that a repeated operation creates the same quote. Its state is set when it is
 * created.
 */
export function draftQuote(context: TransfersContext, draft: Draft): QuotedPayment {
  const { caller, clock, ids, operationId, requestId } = context;
  const { requested, parties, offer, reference, funding } = draft;
  const { owner, source, destination } = parties;
  const { pair, price } = offer;
  const now = clock.now();
  return {
    id: ids.next(),
    platformId: caller.platformId,
    environment: caller.environment,
    clockOffsetMs: caller.clockOffsetMs,
    kind: 'PAYMENT',
    state: 'OPEN',
    version: 0n,
    attempt: 0,
    railChecks: 0,
    quoteId: operationId,
    owner: owner.id,
    platformCustomerId: owner.platformCustomerId,
    receiver: destination.id,
    sent: { currency: pair.sending, amount: price.sending },
    received: { currency: pair.receiving, amount: price.receiving },
    fees: price.fees,
    platformFees: price.platformFee,
    reference,
    createdAt: now,
    updatedAt: now,
    expiresAt: deadlineOf(journeyOf(draft), now),
    requestId,
    ...agentOf(caller),
    funding,
    quote: quoteDetails(context, draft),
    ...(requested.description !== undefined && { description: requested.description }),
    ...(source.identifier !== undefined && { senderKey: identifierKey(context, source.identifier) }),
    ...(destination.identifier !== undefined && { receiverKey: identifierKey(context, destination.identifier) }),
  };
}

function journeyOf({ parties: { source, destination }, offer: { route } }: Draft) {
  const networks = source.kind === 'PUSH' ? offeredNetworks(source.currency, source.network) : [];
  return {
    isLightningOrSpark: destination.isLightningOrSpark || networks.some(isLightningOrSpark),
    isWithoutRail: destination.kind !== 'BANK',
    ...(route && { route }),
    ...(source.rail !== undefined && { pullRail: source.rail }),
  };
}

function quoteDetails(context: TransfersContext, { requested, parties, offer }: Draft): QuoteDetails {
  const { paymentRail, currency, onBehalfOf, remittanceInformation, purposeOfPayment } = requested;
  const { route, feeAccount, terms, price, multipliers, uma } = offer;
  const { destination, receiver } = parties;
  const payload = walletPayload(context, { parties, offer });
  return {
    destinationKind: destination.kind,
    requested: { ...(paymentRail !== undefined && { paymentRail }), ...(currency !== undefined && { currency }) },
    fees: {
      service: price.serviceFee,
      serviceFixed: price.serviceFee - price.serviceVariableFee,
      serviceVariable: price.serviceVariableFee,
      counterparty: price.counterpartyFee,
    },
    rates: { locked: textOf(terms.rate), ...(multipliers && { multipliers }) },
    ...(uma && { uma }),
    ...(onBehalfOf !== undefined && { onBehalfOf }),
    ...(route && { route }),
    ...(remittanceInformation !== undefined && { remittanceInformation }),
    ...(purposeOfPayment !== undefined && { purposeOfPayment }),
    ...(payload !== undefined && { payload }),
    ...(destination.invoice !== undefined && { invoice: invoiceKey(destination.invoice) }),
    ...(feeAccount && { feeAccountId: uuidIn(feeAccount) }),
    ...(receiver && { receiver: { owner: receiver.id, platformCustomerId: receiver.platformCustomerId } }),
  };
}
