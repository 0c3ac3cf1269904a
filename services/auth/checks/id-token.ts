// Checks of requests with ID tokens. Their errors are reported together with those of single fields.
import type { VerifyCredentialRequest } from '../../../gen/payments/auth/v1/credential_proof_pb.ts';
import type { CreateCredentialRequest } from '../../../gen/payments/auth/v1/new_credential_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { parseIdToken } from '../domain/oidc/id-token.ts';
import { pointOf } from '../domain/wallet/keys.ts';

export function checkNewOauth({ kind }: CreateCredentialRequest): FieldError[] {
  return kind.case === 'oauth' ? malformedToken(kind.value.oidcToken) : [];
}

export function checkOauthProof({ kind }: VerifyCredentialRequest): FieldError[] {
  if (kind.case !== 'oauth') return [];
  const { oidcToken, clientPublicKey } = kind.value;
  const isPoint = pointOf(clientPublicKey) !== undefined;
  return [
    ...malformedToken(oidcToken),
    ...(isPoint ? [] : [{ field: 'clientPublicKey', message: 'must be a point on the curve P-256' }]),
  ];
}

function malformedToken(oidcToken: string): FieldError[] {
  return parseIdToken(oidcToken) ? [] : [{ field: 'oidcToken', message: 'must be a JWT' }];
}
