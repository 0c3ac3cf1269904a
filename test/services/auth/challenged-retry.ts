// Challenged operations, and their signed retries.
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import type { OpenedSession, WalletWorld } from './wallet-world.ts';

export const body = () => ({ clientPublicKey: walletKey().compressed });
export const pathOf = ({ id }: OpenedSession) => `/auth/sessions/${id}/refresh`;
export const legacy = (requestId: string) => ({ 'service-wallet-signature': 'sandbox-valid-signature', 'request-id': requestId });
export const stampReason = 'Invalid Service-Wallet-Signature';

export function retriesIn(world: WalletWorld) {
  /** A session, and the challenge of its refresh. */
  async function challenged(where = world) {
    const session = await where.openSession();
    const first = body();
    const { body: challenge } = await where.rest('POST', pathOf(session), { body: first });
    const retry = (headers: Record<string, string>, sent: object = first) =>
      where.rest('POST', pathOf(session), { body: sent, headers });
    return { session, challenge, retry, headers: signedHeaders(challenge, session.key) };
  }

  return { challenged };
}
