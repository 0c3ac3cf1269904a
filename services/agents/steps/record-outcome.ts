// Completes the audit of the requests of agents, whatever their outcome.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { agentOperationOf } from '../../kit/calls/admission.ts';
import type { Reply } from '../../kit/core/call.ts';
import { nameOf, type Refusal, refusalFrom } from '../../kit/messages/fail.ts';
import type { AgentsContext } from '../context.ts';
import type { Outcome } from '../domain/agent-request.ts';

/** Undefined for methods that agents do not call. */
export function recordOutcome(method: DescMethodUnary) {
  return agentOperationOf(method) === undefined ? undefined : recorded;
}

async function recorded(run: () => Promise<Reply>, context: AgentsContext): Promise<Reply> {
  try {
    const reply = await run();
    await conclude(context, { verdict: 'ALLOWED' });
    return reply;
  } catch (error) {
    await conclude(context, outcomeOf(refusalFrom(error)));
    throw error;
  }
}

/** The request has its row already, so its response does not depend on this. */
async function conclude({ caller, store, log }: AgentsContext, outcome: Outcome): Promise<void> {
  const { platformId, agentRequestId: id } = caller;
  if (id === undefined) return;
  await store.requests
    .conclude({ platformId, id }, outcome)
    .catch((error: unknown) =>
      log.error({ err: error, agentRequestId: id }, 'The outcome of a request of an agent was not recorded.'),
    );
}

export function outcomeOf(refusal: Refusal | undefined): Outcome {
  if (!refusal) return { verdict: 'FAILED' };
  const { code, status, details } = refusal;
  const verdict = status >= 500 ? 'FAILED' : code === ErrorCode.FORBIDDEN ? 'DENIED' : 'REFUSED';
  return { verdict, code: nameOf(code), ...(typeof details?.reason === 'string' && { reason: details.reason }) };
}
