// Creates a token. Only this response contains its secret.
import { randomBytes } from 'node:crypto';
import type { TokenService } from '../../../gen/payments/auth/v1/token_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { PermissionSchema } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { enumNames } from '../../kit/messages/json/enums.ts';
import type { AuthMethod } from '../context.ts';
import { toApiToken } from '../convert.ts';
import { clientIdFrom, hashOf, secretFrom } from '../domain/secret.ts';
import { beyond, distinct } from '../domain/token.ts';

export const createToken: AuthMethod<typeof TokenService.method.createToken> = async (request, { caller, clock, ids, store }) => {
  const permissions = distinct(request.permissions);
  const lacking = beyond(permissions, caller.permissions).map((permission) => permissionNames.get(permission) ?? '');
  if (lacking.length)
    throw fail(ErrorCode.FORBIDDEN, `A token cannot grant permissions that its creator lacks: ${lacking.join(', ')}.`);

  const now = clock.now();
  const clientSecret = secretFrom(randomBytes(24));
  const token = {
    id: ids.next(),
    platformId: caller.platformId,
    name: request.name.trim(),
    permissions,
    clientId: clientIdFrom(randomBytes(16)),
    secretHash: hashOf(clientSecret),
    createdAt: now,
    updatedAt: now,
  };
  const isOwn = await store.tokens.claimClientId(token.clientId, token.platformId);
  if (!isOwn) throw new Error('A random client id is the one of another platform.');
  await store.tokens.insert(token);
  return toApiToken(token, clientSecret);
};

const permissionNames = enumNames(PermissionSchema).byNumber;
