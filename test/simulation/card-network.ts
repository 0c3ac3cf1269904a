// Messages of the card network that the sandbox simulates.
import { deepStrictEqual as equal } from 'node:assert';
import { type CardEvent, type CardPayment, isApproved } from './card-payment.ts';
import { isSimulable } from './card-rules.ts';
import { type Act, anyAmount, anyCard, anyOpening, type CardStage, merchantOf } from './card-stage.ts';

export const simulateMessage: Act = async (stage) => {
  const card = anyCard(stage);
  const { path, suffix, amount } = anyOpening(stage, card);
  const merchant = merchantOf({ suffix });
  const body = path === 'balance_inquiry' ? { merchant } : { amount, currency: { code: 'USD' }, merchant };
  const answer = await stage.tenant.rest('POST', `/sandbox/cards/${card.id}/simulate/${path}`, { body });
  equal(answer.status, 202, JSON.stringify(answer.body));
  const payment = stage.model.simulate(card, { path, suffix, amount, token: answer.body.issuerTransactionToken });
  return `${path}: ${payment ? (payment.declineReason ?? payment.status) : 'delayed'}`;
};

/** What the network reports in each status: rather what it allows. */
const likely = {
  AUTHORIZED: ['CLEARING', 'CLEARING', 'CLEARING', 'ADVICE', 'ADVICE', 'RETURN'],
  PARTIALLY_SETTLED: ['CLEARING', 'CLEARING', 'ADVICE', 'RETURN', 'RETURN_REVERSAL'],
  SETTLED: ['RETURN', 'RETURN', 'RETURN', 'CLEARING'],
  REFUNDED: ['RETURN_REVERSAL', 'RETURN_REVERSAL', 'ADVICE'],
  EXCEPTION: ['RETURN', 'RETURN', 'RETURN', 'CLEARING'],
} as const;

const paths = {
  CLEARING: 'clearing',
  ADVICE: 'authorization_advice',
  RETURN: 'return',
  RETURN_REVERSAL: 'return_reversal',
} as const;

export const simulateEvent: Act = async (stage) => {
  const payment = recentPayment(stage);
  if (!payment) return simulateMessage(stage);
  const event = { kind: stage.random.pick<keyof typeof paths>(likely[payment.status]), amount: anyAmount(stage, payment) };
  const isAllowed = isSimulable(payment, event);
  const before = JSON.stringify(payment);
  const body = { cardTransactionId: stage.ids.get(payment.token), amount: event.amount };
  const answer = await stage.tenant.rest('POST', `/sandbox/cards/${payment.card.id}/simulate/${paths[event.kind]}`, { body });
  equal(answer.status, isAllowed ? 202 : 400, `${event.kind} ${event.amount} of ${before}: ${JSON.stringify(answer.body)}`);
  if (!isAllowed) return 'refused card event';
  stage.model.apply(payment, event);
  return nameOf(payment, event);
};

/** One that the network can still report something of. */
export function recentPayment({ model, random }: CardStage): CardPayment | undefined {
  const recent = model.payments.filter(isApproved).slice(-6);
  return recent.length > 0 ? random.pick(recent) : undefined;
}

export const nameOf = ({ status, ending }: CardPayment, { kind }: CardEvent) => `${kind}: ${ending ?? status}`;
