// What the card issuer reports: one to three times at once, and also in disorder.
import { deepStrictEqual as equal } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { CardEventKind, CardMessageKind, CardReportService } from '../../gen/payments/cards/v1/card_report_pb.ts';
import { nameOf, recentPayment } from './card-network.ts';
import { type Card, type CardEvent, type CardPayment, messages, type Opening } from './card-payment.ts';
import { isReportable } from './card-rules.ts';
import { type Act, anyAmount, anyCard, anyOpening, type CardStage, merchantOf, type Settlement } from './card-stage.ts';

/** Longer than an event waits until it is tried again. */
const waitSeconds = 11;

export const decide: Act = async (stage) => {
  const card = anyCard(stage);
  const payment = await decided(stage, card, { ...anyOpening(stage, card), token: randomUUID() });
  return `decision: ${payment.declineReason ?? payment.status}`;
};

/** All requests get one decision. */
async function decided(stage: CardStage, card: Card, opening: Opening): Promise<CardPayment> {
  const { path, token, amount } = opening;
  const message = {
    eventId: randomUUID(),
    issuerTransactionToken: token,
    cardId: card.id,
    kind: CardMessageKind[messages[path]],
    amount: BigInt(amount),
    currency: 'USD',
    merchant: merchantOf(opening),
  };
  const answers = await repeated(stage, () => stage.tenant.internal(CardReportService).decideCardPayment(message));
  const payment = stage.model.open(card, opening);
  const [{ cardTransactionId } = { cardTransactionId: '' }] = answers;
  const { declineReason } = payment;
  const decision = { isApproved: declineReason === undefined, declineReason, cardTransactionId };
  for (const { isApproved, declineReason: reason, cardTransactionId: id } of answers)
    equal({ isApproved, declineReason: reason, cardTransactionId: id }, decision);
  return payment;
}

const kinds = ['CLEARING', 'CLEARING', 'ADVICE', 'RETURN', 'RETURN_REVERSAL', 'REVERSAL'] as const;

/** Also what cannot be simulated: late clearings, and the end of an authorization. */
export const reportEvent: Act = async (stage) => {
  const payment = recentPayment(stage);
  if (!payment) return decide(stage);
  const possible = kinds.map((kind) => ({ kind, amount: amountOf(stage, kind, payment) }));
  const allowed = possible.filter((event) => isReportable(payment, event));
  if (allowed.length === 0) return decide(stage);
  const event = stage.random.pick(allowed);
  await report(stage, payment, event);
  return `reported ${nameOf(payment, event)}`;
};

const amountOf = (stage: CardStage, kind: CardEvent['kind'], payment: CardPayment) =>
  kind === 'REVERSAL' || kind === 'RETURN_REVERSAL' ? 0 : anyAmount(stage, payment);

/** Applies it, if the transaction allows it. Otherwise it waits. */
async function report(stage: CardStage, payment: CardPayment | { token: string }, event: CardEvent): Promise<boolean> {
  const isApplied = 'status' in payment && isReportable(payment, event);
  const message = {
    eventId: randomUUID(),
    issuerTransactionToken: payment.token,
    kind: CardEventKind[event.kind],
    amount: BigInt(event.amount),
  };
  const answers = await repeated(stage, () => stage.tenant.internal(CardReportService).reportCardEvent(message));
  for (const { isWaiting } of answers)
    equal(isWaiting, !isApplied, `${event.kind} ${event.amount} of ${JSON.stringify(payment)}`);
  if (isApplied) stage.model.apply(payment, event);
  return isApplied;
}

/** A return arrives before the clearing that it follows. */
export const reportInDisorder: Act = async (stage) => {
  const payment = recentPayment(stage);
  if (!payment || payment.held === 0) return reportBeforeDecision(stage);
  const { clearing, returned } = twoEvents(stage, payment.held);
  const isApplied = await report(stage, payment, returned);
  if (isReportable(payment, clearing)) await report(stage, payment, clearing);
  await stage.advance(waitSeconds);
  if (!isApplied) stage.model.apply(payment, returned);
  return 'events in disorder';
};

/** Both arrive before the decision. */
const reportBeforeDecision: Act = async (stage) => {
  const card = anyCard(stage);
  const opening: Opening = { ...anyOpening(stage, card), path: 'authorization', suffix: '000', token: randomUUID() };
  if (opening.amount === 0 || stage.model.declineOf(card, opening)) return decide(stage);
  const { clearing, returned } = twoEvents(stage, opening.amount);
  for (const event of [returned, clearing]) await report(stage, opening, event);
  const payment = await decided(stage, card, opening);
  for (const event of [clearing, returned]) {
    await stage.advance(waitSeconds);
    stage.model.apply(payment, event);
  }
  return 'events before their decision';
};

/** A clearing that a hold covers, and a return of it. */
function twoEvents({ random }: CardStage, held: number): Record<'clearing' | 'returned', CardEvent> {
  const cleared = 1 + random.below(held);
  return {
    clearing: { kind: 'CLEARING', amount: cleared },
    returned: { kind: 'RETURN', amount: 1 + random.below(cleared) },
  };
}

export const settleNetwork: Act = async (stage) => {
  const settlement: Settlement = {
    currency: stage.random.pick(['USD', 'USDB']),
    amount: (1 + stage.random.below(10_000)) * stage.random.pick([1, -1]),
  };
  const message = { ...settlement, eventId: randomUUID(), amount: BigInt(settlement.amount) };
  await repeated(stage, () => stage.tenant.internal(CardReportService).reportNetworkSettlement(message));
  stage.settlements.push(settlement);
  return 'network settlement';
};

/** Sends it one to three times at once. */
function repeated<T>({ random }: CardStage, call: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: 1 + random.below(3) }, call));
}
