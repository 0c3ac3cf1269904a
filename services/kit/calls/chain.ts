// The steps around every method, whichever door the call came through: admission, idempotency, deadline, log.
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  isMessage,
  type Message,
  type MessageInitShape,
} from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { type IdempotencyKey, method as methodRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Call, Reply } from '../core/call.ts';
import type { Log } from '../core/log.ts';
import type { Context, Method } from '../core/method.ts';
import { traced } from '../core/tracing.ts';
import type { Check } from '../messages/check.ts';
import { fail } from '../messages/fail.ts';
import { FieldProblems } from '../messages/json/problems.ts';
import { optionOf } from '../messages/options.ts';
import { type Refuse, refuserOf } from '../messages/validate.ts';
import { outageAnswer } from '../storage/outage.ts';
import { type Admission, admissionOf, everything } from './admission.ts';
import { keyHeader, keyProblem } from './call-headers.ts';
import type { Idempotent } from './idempotent.ts';

/** A method, ready to be called. */
export type Endpoint = (request: Message, call: Call) => Promise<Reply>;

export interface ChainParts {
  readonly desc: DescMethodUnary;
  readonly implementation: Method<DescMethodUnary>;
  /** Checks of the service. */
  readonly checks: readonly Check[];
  /** Creates the context of a call, when its operation id is known. */
  readonly contextOf: (call: Call, operationId: string | undefined) => Context;
  /** Runs a call under its idempotency key. */
  readonly idempotent: Idempotent;
  /** Called with every error that is not a refusal. */
  readonly noteFailure: (error: unknown) => void;
  readonly log: Log;
}

/** Compiles the chain around one method. An outage becomes a refusal; unexpected errors are rethrown. */
export function chainOf({ noteFailure, log, ...parts }: ChainParts): Endpoint {
  const endpoint = endpointOf(parts);
  const name = `${parts.desc.parent.typeName}/${parts.desc.name}`;
  const step = { name, attributes: { 'rpc.method': name } };
  return async (request, call) => {
    try {
      return await traced(step, () => endpoint(request, call));
    } catch (error) {
      noteFailure(error);
      const answer = outageAnswer(error);
      if (!answer) throw error;
      log.warn({ err: error, requestId: call.requestId, method: name }, 'An outage failed a call.');
      throw answer;
    }
  };
}

function endpointOf({ desc, implementation, checks, contextOf, idempotent }: Omit<ChainParts, 'noteFailure' | 'log'>): Endpoint {
  const rule = optionOf(desc, methodRule);
  const admit = admissionOf(desc, everything);
  const refuse = refuserOf(desc.input, checks);
  const keyRule = rule?.idempotencyKey;
  const keyed = keyRule ? idempotent(desc) : undefined;

  return async (request, call) => {
    if (!call.admitted) checkIn({ admit, refuse, keyRule, request, call });
    refuseLate(call);
    const run = async (operationId?: string) => {
      const answer = await implementation(request, contextOf(call, operationId));
      return asMessage(desc.output, answer);
    };
    const { idempotencyKey } = call;
    if (keyed && idempotencyKey !== undefined) return keyed({ request, call, idempotencyKey, run });
    return { message: await run(), replayed: false };
  };
}

interface Arrival {
  readonly admit: Admission;
  readonly refuse: Refuse;
  readonly keyRule: IdempotencyKey | undefined;
  readonly request: Message;
  readonly call: Call;
}

/** Calls between services require no idempotency key. */
function checkIn({ admit, refuse, keyRule, request, call }: Arrival): void {
  admit(call.caller);
  const problems = new FieldProblems();
  const problem = call.caller.service === undefined ? keyProblem(call.idempotencyKey, keyRule) : undefined;
  if (problem !== undefined) problems.refuseAt(keyHeader, problem);
  const refusal = refuse(request, { problems });
  if (refusal) throw refusal;
}

function refuseLate(call: Call): void {
  if (call.signal.aborted) throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'The caller stopped waiting.');
}

/** A method may return an initializer. The chain returns a message. */
function asMessage(desc: DescMessage, answer: object): Message {
  return isMessage(answer, desc) ? answer : create(desc, answer as MessageInitShape<DescMessage>);
}
