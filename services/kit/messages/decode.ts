// Decodes a message. A malformed one is INVALID_INPUT.
import { type DescMessage, fromBinary, type Message } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from './fail.ts';

export function decode(desc: DescMessage, bytes: Uint8Array): Message {
  try {
    return fromBinary(desc, bytes);
  } catch (cause) {
    throw Object.assign(fail(ErrorCode.INVALID_INPUT, `The request is not a valid ${desc.typeName}.`), { cause });
  }
}
