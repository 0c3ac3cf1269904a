// SimulateCardAuthorization and its likes: simulate messages of the card network that open a transaction.
import type { SandboxCardAuthorizationRequest, SandboxCardService } from '../../../gen/payments/cards/v1/sandbox_card_pb.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { CardsContext, CardsMethod } from '../context.ts';
import { toMerchant } from '../convert-payment.ts';
import type { Card } from '../domain/card.ts';
import type { MessageKind } from '../domain/payment/message.ts';
import type { Merchant } from '../domain/payment/transaction.ts';
import { findCard } from '../steps/find-card.ts';
import { acceptedOnceStored } from '../steps/payment/accepted.ts';
import { deliver } from '../steps/payment/deliver.ts';

type Methods = typeof SandboxCardService.method;

export const simulateCardAuthorization: CardsMethod<Methods['simulateCardAuthorization']> = (request, context) =>
  simulate('AUTHORIZATION', request, context);

export const simulateCardFinancialAuthorization: CardsMethod<Methods['simulateCardFinancialAuthorization']> = (
  request,
  context,
) => simulate('FINANCIAL', request, context);

export const simulateCardCreditAuthorization: CardsMethod<Methods['simulateCardCreditAuthorization']> = (request, context) =>
  simulate('CREDIT', request, context);

/** The network has decided already, and the decision is the same. */
export const simulateCardCreditAuthorizationAdvice: CardsMethod<Methods['simulateCardCreditAuthorizationAdvice']> = (
  request,
  context,
) => simulate('CREDIT', request, context);

export const simulateCardFinancialCreditAuthorization: CardsMethod<Methods['simulateCardFinancialCreditAuthorization']> = (
  request,
  context,
) => simulate('FINANCIAL_CREDIT', request, context);

export const simulateCardBalanceInquiry: CardsMethod<Methods['simulateCardBalanceInquiry']> = async (request, context) => {
  const card = await findCard(request.id, context);
  return send(context, card, { kind: 'BALANCE_INQUIRY', amount: 0n, merchant: toMerchant(request.merchant) });
};

async function simulate(kind: MessageKind, request: SandboxCardAuthorizationRequest, context: CardsContext) {
  const card = await findCard(request.id, context);
  const { amount, currency, merchant } = request;
  if (currency?.code !== card.currency)
    throw invalidInput([{ field: 'currency.code', message: `must be ${card.currency}, the currency of the card` }]);
  return send(context, card, { kind, amount, merchant: toMerchant(merchant) });
}

interface Sent {
  readonly kind: MessageKind;
  readonly amount: bigint;
  readonly merchant: Merchant;
}

/** The operation is the event, so that a repeated call finds its transaction. */
async function send(context: CardsContext, { id: cardId }: Card, { kind, amount, merchant }: Sent) {
  const { operationId } = context;
  const message = { eventId: operationId, token: operationId, cardId, kind, amount, merchant };
  await acceptedOnceStored(context, () => deliver(context, message));
  return { issuerTransactionToken: operationId };
}
