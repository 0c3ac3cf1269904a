// OIDC identities.
import { idToken, nonceFor } from '../../kit/id-token.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';
import { walletKey } from '../../kit/wallet-client.ts';
import { newAccount } from './proof-world.ts';

export const reason = (claim: string) => `Invalid OIDC token: ${claim}`;

export function identitiesIn(world: SharedWorld) {
  const seconds = () => Math.floor(world.wall.now().getTime() / 1_000);
  const register = (accountId: string, more: Record<string, unknown> = {}) =>
    world.rest('POST', '/auth/credentials', {
      body: { type: 'OAUTH', accountId, oidcToken: idToken(world.wall.now(), more) },
    });

  /** A registered identity, and its verification. */
  async function identity(more: Record<string, unknown> = {}) {
    const accountId = newAccount();
    const { body: credential } = await register(accountId, more);
    const send = (oidcToken: string, clientPublicKey: string) =>
      world.rest('POST', `/auth/credentials/${credential.id}/verify`, { body: { type: 'OAUTH', oidcToken, clientPublicKey } });
    const verify = (claims: Record<string, unknown> = {}, clientPublicKey = walletKey().compressed) =>
      send(idToken(world.wall.now(), { ...more, nonce: nonceFor(clientPublicKey), ...claims }), clientPublicKey);
    return { accountId, credential, send, verify };
  }

  return { seconds, register, identity };
}
