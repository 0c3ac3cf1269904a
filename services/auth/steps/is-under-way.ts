// Retries that were accepted before: what they do may have changed what they are about, and they still get their answer.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { identityOf, type SignedMessage } from '../../kit/calls/signed-retry.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AuthContext } from '../context.ts';

/** Whether this is the retry of a request of this operation that was taken and not answered to its end. Its checks are yet to come. */
export async function isUnderWay(
  desc: DescMethodUnary,
  request: SignedMessage,
  { caller, store }: AuthContext,
): Promise<boolean> {
  const id = uuidOf('Request', request.requestId ?? '');
  const opened = id === undefined ? undefined : await store.requests.find(caller.platformId, id);
  return opened?.state === 'PROCESSING' && opened.operation === identityOf(desc, request).operation;
}
