// Creates a token with the given credentials unless it exists.
import type { AuthenticationService } from '../../../gen/payments/auth/v1/authentication_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { duplicate } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { hashOf, isSecret } from '../domain/secret.ts';
import { distinct } from '../domain/token.ts';

type EnsureToken = AuthMethod<typeof AuthenticationService.method.ensureToken>;

/** Refuses a client id of another platform or with another secret. */
export const ensureToken: EnsureToken = async (request, { clock, ids, store }) => {
  const { platformId, clientId, clientSecret, name, permissions } = request;
  const now = clock.now();
  const secretHash = hashOf(clientSecret);
  const token = {
    id: ids.next(),
    platformId,
    name,
    permissions: distinct(permissions),
    clientId,
    secretHash,
    createdAt: now,
    updatedAt: now,
  };
  const isOwn = await store.tokens.claimClientId(clientId, platformId);
  if (isOwn && (await store.tokens.insert(token))) return {};

  const known = isOwn ? await store.tokens.findByClientId(clientId) : undefined;
  if (known && isSecret(clientSecret, known.secretHash)) return {};
  throw duplicate(
    ErrorCode.CONFLICT,
    `The client id ${clientId} already has a token with a different secret. Set the secret of that token.`,
  );
};
