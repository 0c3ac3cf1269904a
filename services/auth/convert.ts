// Converts tokens to messages.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type ApiToken as ApiTokenMessage, ApiTokenSchema } from '../../gen/payments/auth/v1/token_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { ApiToken } from './domain/token.ts';

/** A token, for its platform. With its secret only in the response that creates it. */
export function toApiToken(token: ApiToken, clientSecret?: string): ApiTokenMessage {
  const { id, name, permissions, clientId, createdAt, updatedAt } = token;
  const message: MessageInitShape<typeof ApiTokenSchema> = {
    id: publicId('Token', id),
    name,
    permissions: [...permissions],
    clientId,
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
    ...(clientSecret !== undefined && { clientSecret }),
  };
  return create(ApiTokenSchema, message);
}
