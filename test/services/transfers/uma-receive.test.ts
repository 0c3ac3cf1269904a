// Payments from UMA addresses: their requests, and refusals.
import { describe, expect, test } from 'vitest';
import { receive, startReceiving } from './uma-receiving.ts';
import { at, newPerson } from './uma-world.ts';

const world = await startReceiving();
const { scene, eventTypes } = world;

test.each([
  ['success.usd', 'USD', 1_000],
  ['success.eur', 'EUR', 920],
  ['success.mxn', 'MXN', 17_250],
])('a payment from %s is sent in %s, and answered before it is decided', async (label, code, amount) => {
  const set = await scene();

  const { status, body } = await receive(set, { senderUmaAddress: at(label) });

  const { customerId, accountId } = set.person;
  expect([status, body]).toEqual([
    200,
    {
      type: 'INCOMING',
      id: expect.stringMatching(/^Transaction:/),
      status: 'PENDING',
      direction: 'CREDIT',
      customerId,
      platformCustomerId: expect.any(String),
      source: { sourceType: 'UMA_ADDRESS', umaAddress: at(label), currency: code },
      destination: { destinationType: 'ACCOUNT', accountId, currency: 'USD' },
      sentAmount: { amount, currency: expect.objectContaining({ code }) },
      receivedAmount: { amount: 1_000, currency: expect.objectContaining({ code: 'USD' }) },
      reconciliationInstructions: { reference: expect.stringMatching(/^PAY-[0-9A-HJKMNP-TV-Z]{12}$/) },
      createdAt: world.wall.now().toISOString(),
      updatedAt: world.wall.now().toISOString(),
    },
  ]);
});

test('a payment is found by the address of its receiver, and its PENDING event is signed like any other', async () => {
  const set = await scene({});
  const { body: made } = await receive(set);
  await eventTypes(set, made.id);

  const { body } = await set.tenant.rest('GET', `/transactions?accountIdentifier=${set.person.umaAddress}`);

  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  const count = set.receiver.received.filter(({ body: event }) => event?.type === 'INCOMING_PAYMENT.PENDING');
  expect(count.map(({ headers }) => typeof headers['x-service-signature'])).toEqual(['string']);
  expect(count[0]?.body).toEqual({
    id: expect.stringMatching(/^Webhook:/),
    type: 'INCOMING_PAYMENT.PENDING',
    timestamp: expect.any(String),
    data: { ...made, requestedReceiverCustomerInfoFields: [{ name: 'COUNTRY_OF_RESIDENCE', mandatory: false }] },
    platformId: `Platform:${set.tenant.id}`,
  });
});

test('a customer can be named by id, and be paid in another currency', async () => {
  const set = await scene({});
  const { body: made } = await receive(set, {
    receiverUmaAddress: undefined,
    customerId: set.person.customerId,
    receivingCurrencyCode: 'EUR',
  });

  expect(await eventTypes(set, made.id)).toEqual(['PENDING', 'COMPLETED']);
  expect(made.receivedAmount.currency.code).toBe('EUR');
});

describe('a payment is refused', () => {
  const nobody = 'Customer:00000000-0000-7000-8000-000000000000';
  test.each([
    ['of nothing', { receivingCurrencyAmount: 0 }, 400, 'INVALID_AMOUNT'],
    ['without an amount', { receivingCurrencyAmount: undefined }, 400, 'INVALID_INPUT'],
    ['to nobody', { receiverUmaAddress: undefined }, 400, 'INVALID_INPUT'],
    ['to two receivers', { customerId: nobody }, 400, 'INVALID_INPUT'],
    ['from a malformed address', { senderUmaAddress: 'success.usd' }, 400, 'INVALID_UMA_ADDRESS'],
    ['from an empty address', { senderUmaAddress: '' }, 400, 'INVALID_UMA_ADDRESS'],
    ['to a malformed address', { receiverUmaAddress: 'ada' }, 400, 'INVALID_UMA_ADDRESS'],
    ['from an unknown label', { senderUmaAddress: at('success.gbp') }, 404, 'UMA_NOT_FOUND'],
    ['from another host', { senderUmaAddress: '$success.usd@elsewhere.example' }, 404, 'UMA_NOT_FOUND'],
    ['to an unknown address', { receiverUmaAddress: '$nobody@localhost' }, 404, 'USER_NOT_FOUND'],
    ['to an unknown customer', { receiverUmaAddress: undefined, customerId: nobody }, 404, 'USER_NOT_FOUND'],
    ['in an unknown currency', { receivingCurrencyCode: 'QQQ' }, 400, 'INVALID_CURRENCY'],
    ['beyond the bounds of the platform', { receivingCurrencyAmount: 1_000_000_000_001 }, 400, 'AMOUNT_OUT_OF_RANGE'],
  ])('%s', async (_, more, status, code) => {
    const set = await scene({});

    const answer = await receive(set, more);

    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('to the address that sends it', async () => {
    const set = await scene({});
    const umaAddress = at('success.usd');
    await set.tenant.rest('PATCH', '/config', { body: { umaDomain: umaAddress.split('@')[1] } });
    const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', umaAddress };
    expect((await set.tenant.rest('POST', '/customers', { body: person })).status).toBe(201);

    const { status, body } = await receive(set, { senderUmaAddress: umaAddress, receiverUmaAddress: umaAddress });

    expect([status, body.code]).toEqual([400, 'SELF_PAYMENT']);
  });

  test('if the platform has no endpoint', async () => {
    const tenant = await world.newPlatform();
    const person = await newPerson(tenant);

    const { status, body } = await receive({ tenant, person });

    expect([status, body.code]).toEqual([400, 'WEBHOOK_ENDPOINT_NOT_SET']);
  });

  test('to an unverified customer', async () => {
    const set = await scene({});
    const { body: fresh } = await set.tenant.rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Not Verified 002' },
    });

    const { status, body } = await receive(set, { receiverUmaAddress: fresh.umaAddress });

    expect([status, body.code]).toEqual([403, 'USER_NOT_READY']);
  });

  test('in production', async () => {
    const tenant = await world.newPlatform({ environment: 'production' });
    const body = {
      senderUmaAddress: at('success.usd'),
      customerId: nobody,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 1,
    };

    const answer = await tenant.rest('POST', '/sandbox/uma/receive', { body });

    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
  });
});
