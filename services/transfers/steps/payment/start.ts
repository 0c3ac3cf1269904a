// The start of an execution: holds the money of an internal account, or collects external money next.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { type OutgoingPayment, paymentOf } from '../../domain/payment/payment.ts';
import { holdLegs } from '../../domain/shared/legs.ts';
import { subjectOf } from '../shared/agent-of.ts';
import { bookOrVoid, isVoided } from '../shared/book.ts';
import { transit, transitOrReload } from '../shared/transition.ts';

export async function start(context: TransfersContext, begun: OutgoingPayment): Promise<OutgoingPayment> {
  const known = withoutProof(begun);
  const point = 'processing';
  if (begun.funding.kind === 'PULL') return transitOrReload(context, begun, { event: 'pullStarted', known, point });

  const legs = holdLegs(paymentOf(begun));
  const refusal = await bookOrVoid(context, { ...subjectOf(begun), step: holdStep(begun), legs });
  reached('hold booked');
  if (refusal) return undo(context, begun, refusal);
  const event = begun.kind === 'TRANSFER_OUT' ? 'accepted' : 'held';
  return transitOrReload(context, begun, { event, known, point });
}

/** Each attempt holds under its own key, because that of a refused attempt is void. */
const holdStep = ({ attempt }: OutgoingPayment) => (attempt === 1 ? 'HOLD' : (`HOLD_${attempt}` as const));

/** A proof can be used once. */
function withoutProof(begun: OutgoingPayment): OutgoingPayment {
  if (begun.kind !== 'PAYMENT') return begun;
  const { authorization: _, ...rest } = begun;
  return rest;
}

/** Throws the refusal: the quote is open again, or removed if it was never shown. After an authorization or approval, it fails. */
async function undo(context: TransfersContext, begun: OutgoingPayment, refusal: Refusal): Promise<OutgoingPayment> {
  const happening = { event: 'holdRefused', known: withoutProof(begun) } as const;
  if (begun.state === 'EXECUTING_PROVEN' || begun.state === 'EXECUTING_APPROVED')
    return transitOrReload(context, begun, happening);
  await transit(context, begun, happening);
  throw isVoided(refusal) ? refusedElsewhere() : refusal;
}

const refusedElsewhere = () => fail(ErrorCode.CONFLICT, 'A concurrent execution of this quote was refused. Try again.');
