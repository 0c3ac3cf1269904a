// Records the calls of operators at the gRPC door: each before it runs, and its result before its response is sent.
import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { OperatorRecordService } from '../../../gen/payments/auth/v1/operator_log_pb.ts';
import { field as fieldRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { callAs } from '../calls/authenticator.ts';
import { clientOf } from '../calls/clients.ts';
import type { Dispatch, Reply } from '../core/call.ts';
import { anonymous } from '../core/caller.ts';
import { optionOf } from '../messages/options.ts';
import { pathOf } from './gate.ts';
import { errorCodeOf } from './grpc-answers.ts';

/** A call that cannot be recorded does not run. */
export function recordingOperators(dispatch: Dispatch): Dispatch {
  const records = clientOf(OperatorRecordService, dispatch);
  return async (method, request, call) => {
    const { operatorId, platformId } = call.caller;
    if (operatorId === undefined) return dispatch(method, request, call);
    const record = records(callAs('door', call.requestId, call.address));
    const { sequence } = await record.recordCall({
      operatorId,
      method: pathOf(method).slice(1),
      subjects: idsIn(method.input, request),
      ...(platformId !== anonymous.platformId && { platformId }),
    });
    const end = (code: string) => record.recordResult({ operatorId, sequence, code });
    let reply: Reply;
    try {
      reply = await dispatch(method, request, call);
    } catch (error) {
      await end(errorCodeOf(error));
      throw error;
    }
    await end('OK');
    return reply;
  };
}

const idsMax = 100;

/** The values of the fields `id`, `ids`, `…_id`, `…_ids`, and of others that contain public ids. */
function idsIn({ fields }: DescMessage, request: Message): string[] {
  const values = request as Message & Readonly<Record<string, unknown>>;
  const hasId = (field: DescField) => /(^|_)ids?$/.test(field.name) || optionOf(field, fieldRule)?.idKind;
  const ids = fields.filter(hasId).flatMap(({ localName }) => values[localName] ?? []);
  return ids.filter((id) => typeof id === 'string' && id !== '').slice(0, idsMax) as string[];
}
