// Customers who authorize payments with a passkey.
import { expect } from 'vitest';
import { enrollPasskey } from '../../kit/browser-passkey.ts';
import { authorizingIn } from './authorized-payments.ts';
import type { SharedTransfers } from './transfers-world.ts';

export function passkeyPayersIn(world: SharedTransfers) {
  const { newPayer, newQuote, execute } = authorizingIn(world);

  async function newHolder() {
    const payer = await newPayer();
    return { payer, passkey: await enrollPasskey(world.rest, payer.customerId) };
  }

  /** A payment that waits for a passkey. */
  async function waiting() {
    const { payer, passkey } = await newHolder();
    const { body: quote } = await newQuote(payer);
    const { status, body } = await execute(quote.id, { scaFactor: 'PASSKEY' });
    expect([status, body.status]).toEqual([200, 'PENDING_AUTHORIZATION']);
    const ids = { id: quote.id as string, transactionId: quote.transactionId as string };
    return { payer, passkey, ...ids, challenge: body.scaChallenge };
  }

  return { newHolder, waiting };
}
