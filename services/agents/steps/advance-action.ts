// Continues an action until it has begun, waits or has ended. Every step is repeatable, so a job continues after a crash.
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import type { AgentPayment } from '../../../gen/payments/transfers/v1/agent_payment_pb.ts';
import type { Transaction } from '../../../gen/payments/transfers/v1/transaction_pb.ts';
import { TransactionStatus } from '../../../gen/payments/transfers/v1/transaction_status_pb.ts';
import { CreateTransferInRequestSchema, CreateTransferOutRequestSchema } from '../../../gen/payments/transfers/v1/transfer_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { publicId } from '../../kit/core/ids.ts';
import { type Refusal, refusalFrom } from '../../kit/messages/fail.ts';
import type { AgentsContext } from '../context.ts';
import { toAction } from '../convert-action.ts';
import { type Action, deletedReason } from '../domain/action.ts';
import type { ActionFailure } from '../domain/action-machine.ts';
import type { MidRate } from '../domain/conversion.ts';
import { changeAction } from './change-action.ts';
import { ratesFrom } from './mid-rates.ts';

/** Throws the refusal of a payment that was never shown; its action is removed then. */
export async function advanceAction(context: AgentsContext, action: Action): Promise<Action> {
  if (action.state === 'SUBMITTING') return submit(context, action);
  return action.state === 'STARTING' || action.state === 'APPROVING' ? execute(context, action) : action;
}

async function execute(context: AgentsContext, action: Action): Promise<Action> {
  const outcome = await answerTo(context.clients.payments.executeAgentPayment(await paymentOf(context, action)));
  reached('agent payment executed');
  if (outcome.refusal) {
    await refuse(context, action, outcome.refusal);
    if (action.state === 'STARTING') throw outcome.refusal;
    return reloaded(context, action);
  }
  await changeAction(context, action, (locked) => (locked.action.state === action.state ? { event: 'started' } : undefined));
  reached('action begun');
  if (hasNotMoved(outcome.answer)) await breakAction(context, action);
  return reloaded(context, action);
}

/** A payment that failed after its money had moved has a refund. */
function hasNotMoved({ kind }: Transaction): boolean {
  return kind.case !== 'card' && kind.value?.status === TransactionStatus.FAILED && kind.value.refund === undefined;
}

/** The payment did not begin, and will not. */
async function refuse(context: AgentsContext, action: Action, refusal: Refusal): Promise<void> {
  const event = action.state === 'APPROVING' ? 'broken' : 'refused';
  const midRate = await backRate(context, action);
  const known = event === 'broken' ? { failure: failureOf(refusal) } : {};
  await changeAction(context, action, (locked) => (locked.action.state === action.state ? { event, known, midRate } : undefined));
  reached('action refused');
}

/** The payment began, but failed before any money moved. */
export async function breakAction(context: AgentsContext, action: Action): Promise<void> {
  const midRate = await backRate(context, action);
  const known = { failure: 'EXECUTION_FAILED' } as const;
  await changeAction(context, action, (locked) =>
    locked.action.state === 'APPROVED' ? { event: 'broken', known, midRate } : undefined,
  );
}

/** To take back what the action counted for. */
async function backRate(context: AgentsContext, { spend }: Action): Promise<MidRate> {
  return spend ? ratesFrom(spend.currency, context) : () => undefined;
}

async function submit(context: AgentsContext, action: Action): Promise<Action> {
  const outcome = await answerTo(context.clients.payments.requestApproval(await paymentOf(context, action)));
  reached('agent payment waits');
  if (outcome.refusal) {
    await refuse(context, action, outcome.refusal);
    throw outcome.refusal;
  }
  const { data } = await context.clients.payments.showAgentPayments({ transactionIds: [action.transactionId] });
  await changeAction(context, action, ({ agent, action: now }) => {
    if (now.state !== 'SUBMITTING') return undefined;
    if (!agent) return { event: 'agentDeleted', known: { rejectionReason: deletedReason } };
    const updatedAt = context.clock.now();
    return { event: 'waiting', announced: toAction({ ...now, state: 'PENDING', updatedAt }, data[0]) };
  });
  reached('action waits');
  return reloaded(context, action);
}

/** What the call answered, or why it was refused for good. Throws if that is not known. */
async function answerTo<T>(call: Promise<T>): Promise<{ answer: T; refusal?: never } | { answer?: never; refusal: Refusal }> {
  try {
    return { answer: await call };
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || refusal.status >= 500 || refusal.status === 429) throw error;
    return { refusal };
  }
}

async function reloaded({ store }: AgentsContext, action: Action): Promise<Action> {
  return (await store.actions.find(action.platformId, action.id)) ?? action;
}

async function paymentOf({ store }: AgentsContext, action: Action): Promise<Pick<AgentPayment, 'actionId' | 'agentId' | 'kind'>> {
  const { id: actionId, agentId, quoteId } = action;
  if (quoteId !== undefined) return { actionId, agentId, kind: { case: 'quoteId', value: publicId('Quote', quoteId) } };
  const json = (await store.actions.secretOf(action)).transfer as JsonValue;
  if (action.type === 'TRANSFER_IN') {
    return { actionId, agentId, kind: { case: 'transferIn', value: fromJson(CreateTransferInRequestSchema, json) } };
  }
  return { actionId, agentId, kind: { case: 'transferOut', value: fromJson(CreateTransferOutRequestSchema, json) } };
}

/** Why an approved action failed. */
function failureOf({ details }: Refusal): ActionFailure {
  const reason = details?.['reason'];
  if (reason === 'INSUFFICIENT_BALANCE') return 'INSUFFICIENT_FUNDS';
  return reason === 'QUOTE_EXPIRED' ? 'QUOTE_EXPIRED' : 'EXECUTION_FAILED';
}
