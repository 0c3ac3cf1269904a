// The active sessions of a wallet account, newest first.
import type { SessionService } from '../../../gen/payments/auth/v1/session_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AuthMethod } from '../context.ts';
import { toSession } from '../convert-session.ts';

type ListSessions = AuthMethod<typeof SessionService.method.listSessions>;

export const listSessions: ListSessions = async ({ accountId }, { caller, clock, store }) => {
  const uuid = uuidOf('InternalAccount', accountId);
  if (uuid === undefined) return { data: [] };
  const sessions = await store.sessions.list({ platformId: caller.platformId, accountId: uuid, now: clock.now() });
  return { data: sessions.map((session) => toSession(session)) };
};
