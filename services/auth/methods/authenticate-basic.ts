// Authenticates a client id and secret.
import type { AuthenticationService } from '../../../gen/payments/auth/v1/authentication_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, Refusal } from '../../kit/messages/fail.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { heldBackSeconds } from '../domain/failures.ts';
import { hashOf, isSecret } from '../domain/secret.ts';

type AuthenticateBasic = AuthMethod<typeof AuthenticationService.method.authenticateBasic>;

/** A valid secret costs three reads; only failures are counted. An unknown client id takes as long as a wrong secret. */
export const authenticateBasic: AuthenticateBasic = async ({ clientId, clientSecret }, context) => {
  const token = await context.store.tokens.findByClientId(clientId);
  const isRight = isSecret(clientSecret, token?.secretHash ?? dummyHash);
  if (!token || !isRight) throw await refused({ clientId, platformId: token?.platformId }, context);

  const { id, platformId, permissions } = token;
  const { environment, clockOffsetMs, hasFaults } = await context.clients.platform.getPlatform({ platformId });
  return { platformId, environment, permissions: [...permissions], tokenId: id, clockOffsetMs, hasFaults };
};

const dummyHash = hashOf('');
const unknownClient = 'The client id is unknown.';
const wrongSecret = 'The client secret is wrong.';

interface Failed {
  readonly clientId: string;
  /** Absent: the client id is unknown. */
  readonly platformId: string | undefined;
}

/** Counts the failure. Only the sandbox reports the failed check. */
async function refused({ clientId, platformId }: Failed, context: AuthContext): Promise<Refusal> {
  const { store, settings, unknownClients, wall } = context;
  const now = wall.now();
  const isKnown = platformId !== undefined;
  const failures = isKnown
    ? await store.failures.count({ platformId, clientId }, now)
    : unknownClients.count(clientId.slice(0, 255), now);
  const reason = isKnown ? wrongSecret : unknownClient;
  const waitSeconds = heldBackSeconds(failures, now);
  if (waitSeconds === undefined) {
    return fail(ErrorCode.UNAUTHORIZED, 'The credentials are wrong.', settings.mode === 'sandbox' ? { reason } : undefined);
  }
  const message = 'Too many failed attempts with this client id.';
  return new Refusal(ErrorCode.RATE_LIMITED, message, { retryAfterSeconds: waitSeconds });
}
