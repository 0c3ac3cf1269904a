// RequestApproval: makes the payment of an agent wait for the approval of its platform. Nothing is held.
import type { AgentPaymentService } from '../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import type { CreateTransferInRequest, CreateTransferOutRequest } from '../../../gen/payments/transfers/v1/transfer_pb.ts';
import { refusalFrom } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import type { TransferIn } from '../domain/incoming/incoming.ts';
import type { TransferOut } from '../domain/payment/payment.ts';
import { conflictFor, refuseNotOpen } from '../domain/payment/quote.ts';
import { actingFor } from '../steps/agents/acting-for.ts';
import { findAgentPayment, type Requested } from '../steps/agents/find-agent-payment.ts';
import { newTransferOut, unpricedTransferOut } from '../steps/payment/make-transfer-out.ts';
import { actionOf } from '../steps/shared/agent-of.ts';
import { reload } from '../steps/shared/reload.ts';
import { create, transit } from '../steps/shared/transition.ts';
import { newTransferIn, uncheckedTransferIn } from '../steps/transfer-in/make-transfer-in.ts';

type RequestApproval = TransfersMethod<typeof AgentPaymentService.method.requestApproval>;

export const requestApproval: RequestApproval = async (payment, context) => {
  const acting = actingFor(context, payment);
  const found = await findAgentPayment(acting, payment);
  return toTransaction(await awaitApproval(acting, payment, found), context.clock.now());
};

type Payment = Parameters<RequestApproval>[0];

/** `found`: the payment, which exists if this call is repeated. */
async function awaitApproval(context: TransfersContext, { kind }: Payment, found: Requested | undefined): Promise<Requested> {
  const event = 'approvalRequested';
  const point = 'approval requested';
  if (found && found.kind !== 'PAYMENT') return found;
  if (found) return markQuote(context, found);
  if (kind.case === 'transferIn') {
    const draft = { ...(await draftOfTransferIn(context, kind.value)), state: 'AWAITING_APPROVAL' } as const;
    return (await create(context, draft, { event, point })) ?? reload(context, draft);
  }
  if (kind.case !== 'transferOut') throw new TypeError('A quote has its payment from the beginning.');
  const draft = { ...(await draftOfTransferOut(context, kind.value)), attempt: 0 };
  return (await create(context, draft, { event, point })) ?? reload(context, draft);
}

async function draftOfTransferIn(context: TransfersContext, request: CreateTransferInRequest): Promise<TransferIn> {
  return newTransferIn(request, context).catch(unlessRefused(() => uncheckedTransferIn(request, context)));
}

async function draftOfTransferOut(context: TransfersContext, request: CreateTransferOutRequest): Promise<TransferOut> {
  const drafted = newTransferOut(request, context).then(({ transfer }) => transfer);
  return drafted.catch(unlessRefused(() => unpricedTransferOut(request, context)));
}

/** The checks of the plain operation take place when the payment runs: one that it would refuse now waits as well. */
const unlessRefused =
  <T>(draft: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    const refusal = refusalFrom(error);
    if (!refusal || refusal.status >= 500) throw error;
    return draft();
  };

/** Throws CONFLICT unless the quote is open, or waits for the approval of this action. */
async function markQuote(context: TransfersContext, quote: Extract<Requested, { kind: 'PAYMENT' }>): Promise<Requested> {
  const { operationId, clock } = context;
  if (quote.operationId === operationId && quote.state !== 'OPEN') return quote;
  refuseNotOpen(quote, clock.now());
  const known = { ...quote, ...actionOf(context), operationId };
  const marked = await transit(context, quote, { event: 'approvalRequested', known, point: 'approval requested' });
  if (marked) return marked;
  const now = await reload(context, quote);
  if (now.operationId === operationId) return now;
  throw conflictFor(now);
}
