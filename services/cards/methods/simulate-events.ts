// SimulateCardClearing and its likes: simulate messages of the card network about a transaction.
import type { SandboxCardService } from '../../../gen/payments/cards/v1/sandbox_card_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { CardsContext, CardsMethod } from '../context.ts';
import type { NetworkEvent } from '../domain/payment/network-event.ts';
import { isOpen, statusOf } from '../domain/payment/states.ts';
import { type CardTransaction, netSettledOf } from '../domain/payment/transaction.ts';
import { findCard } from '../steps/find-card.ts';
import { acceptedOnceStored } from '../steps/payment/accepted.ts';
import { findPayment, transactionNotFound } from '../steps/payment/find.ts';
import { reportBy } from '../steps/payment/report.ts';

type Methods = typeof SandboxCardService.method;

export const simulateCardClearing: CardsMethod<Methods['simulateCardClearing']> = async (request, context) => {
  const { amount = 0n } = request;
  return simulate(context, request, (transaction) => {
    if (!isOpen(transaction)) throw stateRefusal(transaction);
    return { kind: 'CLEARING', amount };
  });
};

export const simulateCardReturn: CardsMethod<Methods['simulateCardReturn']> = async (request, context) => {
  const { amount } = request;
  return simulate(context, request, (transaction) => {
    if (transaction.direction === 'CREDIT' || transaction.clearings === 0) throw stateRefusal(transaction);
    if (amount > netSettledOf(transaction))
      throw outOfRange(`amount must be at most ${netSettledOf(transaction)}, which was collected and not returned.`);
    return { kind: 'RETURN', amount };
  });
};

export const simulateCardReturnReversal: CardsMethod<Methods['simulateCardReturnReversal']> = async (request, context) =>
  simulate(context, request, (transaction) => {
    if (transaction.state !== 'REFUNDED') throw stateRefusal(transaction);
    return { kind: 'RETURN_REVERSAL' };
  });

export const simulateCardAuthorizationAdvice: CardsMethod<Methods['simulateCardAuthorizationAdvice']> = async (
  request,
  context,
) => {
  const { amount } = request;
  return simulate(context, request, (transaction) => {
    if (!isOpen(transaction)) throw stateRefusal(transaction);
    if (amount < transaction.settled)
      throw outOfRange(`amount must be at least ${transaction.settled}, which was already collected.`);
    return { kind: 'ADVICE', amount };
  });
};

interface Named {
  /** Public id of the card. */
  readonly id: string;
  readonly cardTransactionId: string;
}

/** `eventOf` refuses what the transaction does not allow. The operation is the event, so that a repeated call has one effect. */
async function simulate(
  context: CardsContext,
  { id, cardTransactionId }: Named,
  eventOf: (transaction: CardTransaction) => NetworkEvent,
) {
  const card = await findCard(id, context);
  const transaction = await findPayment(cardTransactionId, context);
  if (transaction.cardId !== card.id) throw transactionNotFound(cardTransactionId);
  const { token } = transaction;
  const reportedFor = await context.store.payments.reportedFor(card.platformId, context.operationId);
  if (reportedFor !== undefined) return { issuerTransactionToken: token };
  const report = { eventId: context.operationId, eventOf };
  const after = await acceptedOnceStored(context, () => reportBy(context, transaction, report));
  if (typeof after === 'string') throw stateRefusal(transaction);
  return { issuerTransactionToken: token };
}

function stateRefusal(transaction: CardTransaction): Refusal {
  const { direction } = transaction;
  const message = `The ${direction.toLowerCase()} is ${statusOf(transaction)} and does not allow this event.`;
  return fail(ErrorCode.INVALID_INPUT, message, { reason: 'CARD_TRANSACTION_STATE' });
}

function outOfRange(message: string): Refusal {
  return fail(ErrorCode.AMOUNT_OUT_OF_RANGE, message);
}
