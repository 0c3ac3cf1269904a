// Finds sessions by the ids that callers send.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext } from '../context.ts';
import type { Session } from '../domain/wallet/session.ts';

/** Active or not. Throws REFERENCE_NOT_FOUND. */
export async function findSession(sessionId: string, { caller, store }: AuthContext): Promise<Session> {
  const id = uuidOf('Session', sessionId);
  const session = id === undefined ? undefined : await store.sessions.find(caller.platformId, id);
  if (!session) throw noSession(sessionId);
  return session;
}

export function noSession(sessionId: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no session ${sessionId}.`, { resource: 'Session' });
}
