// Decodes a message. A malformed one is INVALID_INPUT.
import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from './fail.ts';

export function decode<Desc extends DescMessage>(desc: Desc, bytes: Uint8Array): MessageShape<Desc> {
  try {
    return fromBinary(desc, bytes);
  } catch (cause) {
    throw Object.assign(fail(ErrorCode.INVALID_INPUT, `The request is not a valid ${desc.typeName}.`), { cause });
  }
}
