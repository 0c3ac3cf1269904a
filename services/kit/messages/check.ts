// Rules over several fields of a request, in addition to those in the protos.
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { FieldError } from './json/problems.ts';

/** A rule over several fields of a request. Pure, because it also runs in the gateway. */
export interface Check {
  readonly message: DescMessage;
  readonly problems: (message: never) => FieldError[];
}

/** A check of requests of this type. */
export function check<M extends DescMessage>(message: M, problems: (request: MessageShape<M>) => FieldError[]): Check {
  return { message, problems: problems as Check['problems'] };
}
