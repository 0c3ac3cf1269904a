// A quote funded by a wallet.
import { expect } from 'vitest';
import type { RestAnswer } from '../../kit/rest.ts';
import type { Holder } from '../../kit/wallet-holder.ts';
import { quote, type SharedTransfers } from './transfers-world.ts';

export function walletQuotesIn(world: SharedTransfers, payer: Holder, receiver: string) {
  /** A quote for one USDB, and the text to sign for it. */
  async function walletQuote(amount = 1_000_000): Promise<{ id: string; payload: string; body: RestAnswer['body'] }> {
    const { status, body } = await quote(world, payer.accountId, receiver, { lockedCurrencyAmount: amount });
    expect(status).toBe(201);
    return { id: body.id, payload: body.paymentInstructions[0].accountOrWalletInfo.payloadToSign, body };
  }

  const statusOf = async (quoteId: string) => (await world.rest('GET', `/quotes/${quoteId}`)).body.status;

  return { walletQuote, statusOf };
}
