// Cardholders with accounts, and their cards, over REST.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';

export interface Cardholder {
  readonly customerId: string;
  /** By currency. */
  readonly accounts: Readonly<Record<string, string>>;
}

/** An individual with an account in each currency. `more` is part of the request. */
export async function newCardholder(
  { rest }: Pick<Tenant, 'rest'>,
  { currencies = ['USD', 'EUR'], ...more }: { currencies?: string[]; [field: string]: unknown } = {},
): Promise<Cardholder> {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies, ...more };
  const { status, body: customer } = await rest('POST', '/customers', { body });
  expect(status, JSON.stringify(customer)).toBe(201);
  const list = await rest('GET', `/customers/internal-accounts?customerId=${customer.id}`);
  const accounts = list.body.data.map(({ id, balance }: { id: string; balance: { currency: { code: string } } }) => [
    balance.currency.code,
    id,
  ]);
  return { customerId: customer.id, accounts: Object.fromEntries(accounts) };
}

export const cardBody = ({ customerId, accounts }: Cardholder, more: object = {}) => ({
  cardholderId: customerId,
  form: 'VIRTUAL',
  fundingSources: [accounts.USD],
  ...more,
});

export const createCard = ({ rest }: Pick<Tenant, 'rest'>, cardholder: Cardholder, more: object = {}): Promise<RestAnswer> =>
  rest('POST', '/cards', { body: cardBody(cardholder, more) });

/** Status, code, and what the details say of the reason and of fields. */
export const refusalOf = ({ status, body }: RestAnswer) => [
  status,
  body.code,
  body.details?.reason,
  body.details?.errors?.map(({ field }: { field: string }) => field),
];

export type State = 'PROCESSING' | 'ACTIVE' | 'FROZEN' | 'CLOSED';

/** Makes new cards that are in a state. Returns their ids. */
export function cardMaker(world: SharedWorld, cardholder: Cardholder) {
  return async (state: State, holder = cardholder, more: object = {}): Promise<string> => {
    const platformCardId = `${randomUUID()}${state === 'PROCESSING' ? '-001' : '-000'}`;
    const { body } = await createCard(world, holder, { platformCardId, ...more });
    await world.settle();
    if (state === 'FROZEN' || state === 'CLOSED') await world.rest('PATCH', `/cards/${body.id}`, { body: { state } });
    await world.settle();
    return body.id;
  };
}
