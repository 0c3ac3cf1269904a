// What operators do about payments that accounts did not cover.
import { deepStrictEqual as equal } from 'node:assert';
import { CardDirectoryService } from '../../gen/payments/cards/v1/card_directory_pb.ts';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { refusalFrom } from '../../services/kit/messages/fail.ts';
import { decide } from './card-issuer.ts';
import { recentPayment } from './card-network.ts';
import { isUnpaid } from './card-payment.ts';
import type { Act } from './card-stage.ts';

/** Of a payment that owes something, or of any. */
export const resolveShortfall: Act = async (stage) => {
  const unpaid = stage.model.payments.filter(isUnpaid).slice(-4);
  const payment = unpaid.length > 0 ? stage.random.pick(unpaid) : recentPayment(stage);
  if (!payment) return decide(stage);
  const directory = stage.tenant.internal(CardDirectoryService);
  const transactionId = stage.ids.get(payment.token) ?? '';
  const isClosed = payment.card.state === 'CLOSED';
  if (stage.random.below(2) === 0) {
    equal(await isDone(directory.retryCardPayment({ transactionId })), isUnpaid(payment));
    if (isUnpaid(payment)) stage.model.retry(payment);
    return `retry: ${payment.status}`;
  }
  equal(await isDone(directory.writeOffCardPayment({ transactionId })), isUnpaid(payment) && isClosed);
  if (isUnpaid(payment) && isClosed) stage.model.writeOff(payment);
  return `write off: ${payment.ending ?? payment.status}`;
};

/** False if it is refused because of the state. */
function isDone(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    (error: unknown) => {
      if (refusalFrom(error)?.code !== ErrorCode.INVALID_INPUT) throw error;
      return false;
    },
  );
}
