// Accepted retries, which get their response even if their effect has changed the resource.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { identityOf, type SignedMessage } from '../../kit/calls/signed-retry.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AuthContext } from '../context.ts';

/** Whether this is the retry of a claimed request of this operation without a final response. Its checks follow. */
export async function isUnderWay(
  desc: DescMethodUnary,
  request: SignedMessage,
  { caller, store }: AuthContext,
): Promise<boolean> {
  const id = uuidOf('Request', request.requestId ?? '');
  const opened = id === undefined ? undefined : await store.requests.find(caller.platformId, id);
  return opened?.state === 'PROCESSING' && opened.operation === identityOf(desc, request).operation;
}
