// ExecuteAgentPayment: runs the payment of an agent, as the plain operation or after an approval.
import type { AgentPayment, AgentPaymentService } from '../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import { refusalFrom } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import type { OutgoingPayment } from '../domain/payment/payment.ts';
import { isExpired, refuseNotOpen } from '../domain/payment/quote.ts';
import { actingFor } from '../steps/agents/acting-for.ts';
import { approveTransferIn, approveTransferOut, executeApproved } from '../steps/agents/execute-approved.ts';
import { findAgentPayment, type Requested } from '../steps/agents/find-agent-payment.ts';
import { advanceForCaller } from '../steps/payment/advance-for-caller.ts';
import { executeQuoted } from '../steps/payment/execute.ts';
import { makeTransferOut, newTransferOut } from '../steps/payment/make-transfer-out.ts';
import { advanceForCaller as advanceTransferIn } from '../steps/transfer-in/advance-for-caller.ts';
import { makeTransferIn, newTransferIn } from '../steps/transfer-in/make-transfer-in.ts';

type ExecuteAgentPayment = TransfersMethod<typeof AgentPaymentService.method.executeAgentPayment>;

export const executeAgentPayment: ExecuteAgentPayment = async (payment, context) => {
  const acting = actingFor(context, payment);
  return toTransaction(await execute(acting, payment), context.clock.now());
};

/** A concurrent call for the same action may be faster: then its execution continues. */
async function execute(context: TransfersContext, payment: AgentPayment): Promise<Requested> {
  const found = await findAgentPayment(context, payment);
  if (found && isBegun(found, context)) return proceed(context, found);
  try {
    return await begin(context, payment, found);
  } catch (error) {
    const now = refusalFrom(error) && (await findAgentPayment(context, payment));
    if (!now || now.state === 'TENTATIVE' || !isBegun(now, context)) throw error;
    return proceed(context, now);
  }
}

/** Whether an earlier call of this action has begun it. Transfers carry the id of their action. */
function isBegun(payment: Requested, { operationId }: TransfersContext): boolean {
  if (payment.state === 'OPEN' || payment.state === 'AWAITING_APPROVAL') return false;
  return payment.kind !== 'PAYMENT' || payment.operationId === operationId;
}

function proceed(context: TransfersContext, begun: Requested): Promise<Requested> {
  return begun.kind === 'TRANSFER_IN' ? advanceTransferIn(context, begun) : advanceForCaller<OutgoingPayment>(context, begun);
}

async function begin(context: TransfersContext, { kind }: AgentPayment, found: Requested | undefined): Promise<Requested> {
  if (found?.kind === 'PAYMENT') {
    const isOwn = found.state === 'AWAITING_APPROVAL' && found.operationId === context.operationId;
    if (!isOwn || isExpired(found, context.clock.now())) refuseNotOpen(found, context.clock.now());
    return isOwn ? executeApproved(context, found) : executeQuoted(context, found, undefined);
  }
  if (kind.case === 'transferOut') {
    const drafted = await newTransferOut(kind.value, context);
    const isWaiting = found?.kind === 'TRANSFER_OUT';
    return proceed(context, await (isWaiting ? approveTransferOut(context, found, drafted) : makeTransferOut(context, drafted)));
  }
  if (kind.case !== 'transferIn') throw new TypeError('A quote has its payment from the beginning.');
  const drafted = await newTransferIn(kind.value, context);
  const isWaiting = found?.kind === 'TRANSFER_IN';
  return proceed(context, await (isWaiting ? approveTransferIn(context, found, drafted) : makeTransferIn(context, drafted)));
}
