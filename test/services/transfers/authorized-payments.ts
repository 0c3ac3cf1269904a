// Payments that wait for their customer.
import { expect } from 'vitest';
import { type European, logIn, newEuropean, newIban, scaCode } from '../../kit/european.ts';
import { quoteBody } from '../../kit/payments.ts';
import type { SharedTransfers } from './transfers-world.ts';

const ip = '198.51.100.7';

interface Options {
  readonly amount?: number;
  readonly isLoggedIn?: boolean;
}

/** Makes payments of customers who must authorize them. */
export function authorizingIn(world: SharedTransfers) {
  async function newPayer({ amount = 10_000, isLoggedIn = true }: Options = {}) {
    const payer = await newEuropean(world.rest, { amount });
    if (isLoggedIn) await logIn(world.rest, payer.customerId);
    return payer;
  }

  async function newQuote({ customerId, accountId }: European, changes: object = {}) {
    const to = await newIban(world.rest, customerId);
    const { status, body } = await world.rest('POST', '/quotes', { body: { ...quoteBody({ from: accountId, to }), ...changes } });
    return { status, body, to };
  }

  const execute = (id: string, body: object = {}) => world.rest('POST', `/quotes/${id}/execute`, { body });
  const authorize = (id: string, body: object = { code: scaCode, endUserIpAddress: ip }) =>
    world.rest('POST', `/quotes/${id}/authorize`, { body });
  const resend = (id: string) => world.rest('POST', `/quotes/${id}/authorize/resend`);
  const transactionOf = async (id: string) => (await world.rest('GET', `/transactions/${id}`)).body;

  /** A quote that waits for its customer. */
  async function waiting(payer?: European) {
    const european = payer ?? (await newPayer());
    const { body: quote } = await newQuote(european);
    const { body } = await execute(quote.id);
    expect(body.status).toBe('PENDING_AUTHORIZATION');
    return {
      payer: european,
      id: quote.id as string,
      transactionId: quote.transactionId as string,
      challenge: body.scaChallenge,
    };
  }

  return { newPayer, newQuote, execute, authorize, resend, transactionOf, waiting };
}
