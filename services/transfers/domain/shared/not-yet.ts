// Refusals of contract features that are not supported yet.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';

export function notYet(what: string): Refusal {
  return fail(ErrorCode.NOT_IMPLEMENTED, `${what} is not supported yet.`);
}
