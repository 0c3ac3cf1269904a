// Converts sessions and their signature requests to messages.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type CredentialSignedRequestChallengeSchema,
  CredentialType,
  type Session as SessionMessage,
  SessionSchema,
} from '../../gen/payments/auth/v1/session_pb.ts';
import type { OpenedRequest } from '../../gen/payments/auth/v1/signed_request_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { CredentialKind } from './domain/credential.ts';
import type { Session } from './domain/wallet/session.ts';

/** A session, for its platform. With its encrypted key only in the response that opens it. */
export function toSession(session: Session, sealedKey?: string): SessionMessage {
  const { id, accountId, type, nickname, webauthnId, createdAt, updatedAt, expiresAt } = session;
  return create(SessionSchema, {
    id: publicId('Session', id),
    accountId: publicId('InternalAccount', accountId),
    type: CredentialType[type],
    nickname,
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
    expiresAt: timestampFromDate(expiresAt),
    ...(webauthnId !== undefined && { credentialId: webauthnId }),
    ...(sealedKey !== undefined && { encryptedSessionSigningKey: sealedKey }),
  });
}

type Opened = Pick<OpenedRequest, 'requestId' | 'payloadToSign' | 'expiresAt'>;
type CredentialChallenge = MessageInitShape<typeof CredentialSignedRequestChallengeSchema>;

/** A request for a signature, with the type of the credential. */
export function toCredentialChallenge(type: CredentialKind, opened: Opened): CredentialChallenge {
  const { requestId, payloadToSign, expiresAt } = opened;
  return { type: CredentialType[type], requestId, payloadToSign, ...(expiresAt && { expiresAt }) };
}
