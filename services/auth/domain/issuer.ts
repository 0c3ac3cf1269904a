// What sessions keep of the credential that they come from.
import type { Credential } from './credential.ts';
import type { Issuer } from './wallet/session.ts';

export function issuerOf({ id, accountId, type, nickname, webauthnId }: Credential): Issuer {
  return { accountId, credentialId: id, type, nickname, ...(webauthnId !== undefined && { webauthnId }) };
}
