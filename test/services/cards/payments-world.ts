// Cards with money behind them, and simulated messages of the card network, over REST.
import { expect } from 'vitest';
import { fund } from '../../kit/payments.ts';
import type { Tenant } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';
import { netBooks } from '../transfers/net-books.ts';
import { type Cardholder, createCard, newCardholder } from './cards-world.ts';

type Rest = Pick<Tenant, 'rest'>;

export interface Payer extends Cardholder {
  readonly cardId: string;
  readonly accountId: string;
}

export interface PayerOptions {
  /** On the first account. */
  readonly amount?: number;
  readonly currency?: string;
  /** Of the card. */
  readonly more?: object;
}

/** A cardholder with money, and an ACTIVE card. */
export async function newPayer(world: Pick<SharedWorld, 'rest' | 'settle'>, options: PayerOptions = {}): Promise<Payer> {
  const { amount = 50_000, currency = 'USD', more = {} } = options;
  const holder = await newCardholder(world, { currencies: [currency] });
  const accountId = holder.accounts[currency] ?? '';
  if (amount > 0) await fund(world.rest, accountId, amount);
  const { body } = await createCard(world, holder, { fundingSources: [accountId], ...more });
  await world.settle();
  return { ...holder, cardId: body.id, accountId };
}

export const merchant = (descriptor = 'COFFEE BAR') => ({ descriptor, mcc: '5814', country: 'US' });

export interface Message {
  readonly amount?: number;
  readonly descriptor?: string;
  readonly currency?: string;
}

/** Sends a message that opens a transaction. */
export const send = ({ rest }: Rest, cardId: string, path: string, message: Message = {}): Promise<RestAnswer> => {
  const { amount = 1_250, descriptor, currency = 'USD' } = message;
  const body = { amount, currency: { code: currency }, merchant: merchant(descriptor) };
  return rest('POST', `/sandbox/cards/${cardId}/simulate/${path}`, {
    body: path === 'balance_inquiry' ? { merchant: body.merchant } : body,
  });
};

/** Sends a message, and returns the transaction that it opened. */
export async function opened(world: Rest, cardId: string, path: string, message: Message = {}) {
  const { status, body } = await send(world, cardId, path, message);
  expect(status, JSON.stringify(body)).toBe(202);
  return byToken(world, body.issuerTransactionToken);
}

export const authorized = (world: Rest, cardId: string, message: Message = {}) => opened(world, cardId, 'authorization', message);

/** The newest transactions contain it. */
export async function byToken({ rest }: Rest, token: string) {
  const { body } = await rest('GET', '/transactions?type=CARD&limit=100');
  return body.data.find(({ issuerTransactionToken }: { issuerTransactionToken?: string }) => issuerTransactionToken === token);
}

export const transactionAt = async ({ rest }: Rest, id: string) => (await rest('GET', `/transactions/${id}`)).body;

/** Available and total balance of an account. */
export async function balancesOf({ rest }: Rest, { customerId, accountId }: Pick<Payer, 'customerId' | 'accountId'>) {
  const { body } = await rest('GET', `/customers/internal-accounts?customerId=${customerId}`);
  const account = body.data.find(({ id }: { id: string }) => id === accountId);
  return [account.balance.amount, account.totalBalance.amount];
}

/** What a transaction has moved on all accounts. `receivable` is that of the cardholder. */
export async function booksOf(tenant: Tenant, id: string, { accountId, customerId }: Payer): Promise<Record<string, number>> {
  const books = await netBooks(tenant, id, { account: accountId });
  const customer = customerId.split(':')[1] ?? '';
  return Object.fromEntries(Object.entries(books).map(([name, sum]) => [name.replace(`:${customer}`, ''), Number(sum)]));
}
