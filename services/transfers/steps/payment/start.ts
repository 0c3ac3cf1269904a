// The start of an execution: the money of an internal account is held; what is outside is collected next.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { type OutgoingPayment, paymentOf } from '../../domain/payment/payment.ts';
import { holdLegs } from '../../domain/shared/legs.ts';
import { bookOrVoid, isVoided } from '../shared/book.ts';
import { transit, transitOrReload } from '../shared/transition.ts';

export async function start(context: TransfersContext, begun: OutgoingPayment): Promise<OutgoingPayment> {
  const known = withoutProof(begun);
  const point = 'processing';
  if (begun.funding.kind === 'PULL') return transitOrReload(context, begun, { event: 'pullStarted', known, point });

  const legs = holdLegs(paymentOf(begun));
  const refusal = await bookOrVoid(context, { subject: begun.id, step: holdStep(begun), legs });
  reached('hold booked');
  if (refusal) return undo(context, begun, refusal);
  const event = begun.kind === 'TRANSFER_OUT' ? 'accepted' : 'held';
  return transitOrReload(context, begun, { event, known, point });
}

/** Each attempt holds under a key of its own: that of a refused one is void. */
const holdStep = ({ attempt }: OutgoingPayment) => (attempt === 1 ? 'HOLD' : (`HOLD_${attempt}` as const));

/** The customer's proof counts once. */
function withoutProof(begun: OutgoingPayment): OutgoingPayment {
  if (begun.kind !== 'PAYMENT') return begun;
  const { authorization: _, ...rest } = begun;
  return rest;
}

/** Throws the refusal: the quote is open again, or gone where it was never shown. One that was authorized has failed. */
async function undo(context: TransfersContext, begun: OutgoingPayment, refusal: Refusal): Promise<OutgoingPayment> {
  const happening = { event: 'holdRefused', known: withoutProof(begun) } as const;
  if (begun.state === 'EXECUTING_PROVEN') return transitOrReload(context, begun, happening);
  await transit(context, begun, happening);
  throw isVoided(refusal) ? refusedElsewhere() : refusal;
}

const refusedElsewhere = () => fail(ErrorCode.CONFLICT, 'A concurrent execution of this quote was refused. Try again.');
