// The data of a credential that its sessions store.
import type { Credential } from './credential.ts';
import type { Issuer } from './wallet/session.ts';

export function issuerOf({ id, accountId, customerId, type, nickname, webauthnId }: Credential): Issuer {
  return { accountId, customerId, credentialId: id, type, nickname, ...(webauthnId !== undefined && { webauthnId }) };
}
