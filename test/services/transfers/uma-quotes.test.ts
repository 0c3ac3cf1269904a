// Quotes to UMA addresses: their content, and the platform's required counterparty fields.
import { describe, expect, test } from 'vitest';
import { outgoing } from './event-types.ts';
import { sharedTransfers, transaction } from './transfers-world.ts';
import { at, newPerson, umaQuote, usd } from './uma-world.ts';

const world = await sharedTransfers();

const start = ['PENDING', 'PROCESSING'];
const done = [...start, 'COMPLETED'];

test('a payment is executed immediately on request', async () => {
  const { accountId } = await newPerson(world, { amount: 5_000 });

  const { status, body } = await umaQuote(world, { accountId, receiver: at('success.usd') }, { immediatelyExecute: true });

  expect([status, body.status]).toEqual([201, 'COMPLETED']);
  expect(await world.eventTypes(body.transactionId)).toEqual(outgoing(done));
});

test('a payment is found by its destination address', async () => {
  const tenant = await world.newPlatform();
  const { accountId } = await newPerson(tenant);
  const { body: made } = await umaQuote(tenant, { accountId, receiver: at('success.usd') });

  const { body } = await tenant.rest('GET', `/transactions?receiverAccountIdentifier=${at('success.usd')}`);

  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([made.transactionId]);
});

describe("the platform's required counterparty fields", () => {
  test('are shown on the quote and on its transaction', async () => {
    const tenant = await world.newPlatform({ currencies: ['USD'] });
    const fields = [
      { name: 'FULL_NAME', mandatory: true },
      { name: 'NATIONALITY', mandatory: false },
    ];
    await tenant.rest('PATCH', '/config', { body: { supportedCurrencies: [usd(fields)] } });
    const { accountId } = await newPerson(tenant);

    const { body: made } = await umaQuote(tenant, { accountId, receiver: at('success.usd') });

    const eventTypes = { FULL_NAME: 'Sandbox Counterparty', NATIONALITY: 'US' };
    expect(made.counterpartyInformation).toEqual(eventTypes);
    expect((await transaction(tenant, made.transactionId)).counterpartyInformation).toEqual(eventTypes);
  });
});

test('just-in-time funding can pay an address', async () => {
  const { customerId } = await newPerson(world);
  const source = { sourceType: 'REALTIME_FUNDING', customerId, currency: 'EUR' };

  const { status, body } = await umaQuote(world, { accountId: '', receiver: at('success.usd') }, { source });

  expect([status, body.status, body.paymentInstructions.length > 0]).toEqual([201, 'PENDING', true]);
});
