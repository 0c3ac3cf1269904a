// Payments and bank accounts in the states that requests need.
import { makeQuote, type Path, type Payer, quoteBody } from '../kit/payments.ts';
import type { Rest } from '../kit/rest.ts';
import { dollarAccount, outsideWallet } from './valid-bodies.ts';

export async function executed(rest: Rest, path: Path): Promise<string> {
  const { id } = await makeQuote(rest, path);
  await rest('POST', `/quotes/${id}/execute`);
  return id;
}

/** An external wallet whose ownership is to be proven. */
export async function makeUnproven(rest: Rest, place: string): Promise<string> {
  const { body } = await rest('POST', `${place}/external-accounts`, { body: outsideWallet() });
  return body.id;
}

export async function challenged(rest: Rest, place: string): Promise<string> {
  const id = await makeUnproven(rest, place);
  await rest('POST', `${place}/external-accounts/${id}/challenge`, { body: { method: 'WALLET_SIGNATURE' } });
  return id;
}

export async function dollarBank(rest: Rest, customerId: string, suffix = '911'): Promise<string> {
  const { body } = await rest('POST', '/customers/external-accounts', { body: { customerId, ...dollarAccount(suffix) } });
  return body.id;
}

/** A payment on a slow rail that can still be cancelled. */
export async function cancellable(rest: Rest, { customerId, accountId }: Payer): Promise<string> {
  const bank = await dollarBank(rest, customerId, '003');
  const body = quoteBody({ from: accountId, to: bank, amount: 100 });
  const quote = await rest('POST', '/quotes', { body: { ...body, destination: { ...body.destination, paymentRail: 'ACH' } } });
  await rest('POST', `/quotes/${quote.body.id}/execute`);
  return quote.body.transactionId;
}

export async function pushedQuote(rest: Rest, to: string, customerId: string): Promise<string> {
  const source = { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' };
  const { body } = await rest('POST', '/quotes', { body: { ...quoteBody({ from: to, to }), source } });
  return body.id;
}
