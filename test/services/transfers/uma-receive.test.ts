// Payments from UMA addresses: the labels of the sandbox, and what is refused.
import { describe, expect, test } from 'vitest';
import { balancesOf, findings, steps, transaction } from './transfers-world.ts';
import { receive, startReceiving } from './uma-receiving.ts';
import { at, newPerson } from './uma-world.ts';

const world = await startReceiving();
const { scene, told } = world;

describe.each([
  { label: 'success.usd', sent: { code: 'USD', amount: 1_000 }, atOnce: { told: ['PENDING', 'COMPLETED'], status: 'COMPLETED' } },
  { label: 'success.eur', sent: { code: 'EUR', amount: 920 }, atOnce: { told: ['PENDING', 'COMPLETED'], status: 'COMPLETED' } },
  {
    label: 'success.mxn',
    sent: { code: 'MXN', amount: 17_250 },
    atOnce: { told: ['PENDING', 'COMPLETED'], status: 'COMPLETED' },
  },
  {
    label: 'pending.long.usd',
    sent: { code: 'USD', amount: 1_000 },
    atOnce: { told: ['PENDING'], status: 'PROCESSING' },
    later: { told: ['PENDING', 'COMPLETED'], status: 'COMPLETED' },
  },
  {
    label: 'fail.compliance.usd',
    sent: { code: 'USD', amount: 1_000 },
    atOnce: { told: ['FAILED'], status: 'FAILED' },
    failureReason: 'COMPLIANCE_REJECTED',
  },
])('a payment from $label', ({ label, sent, atOnce, later, failureReason }) => {
  test('is told, ends and is booked as the table says', async () => {
    const set = await scene({});
    const { tenant, person } = set;

    const { status, body: made } = await receive(set, { senderUmaAddress: at(label) });

    expect([status, made]).toEqual([
      200,
      expect.objectContaining({
        type: 'INCOMING',
        status: 'PENDING',
        direction: 'CREDIT',
        customerId: person.customerId,
        source: { sourceType: 'UMA_ADDRESS', umaAddress: at(label), currency: sent.code },
        destination: { destinationType: 'ACCOUNT', accountId: person.accountId, currency: 'USD' },
        sentAmount: { amount: sent.amount, currency: expect.objectContaining({ code: sent.code }) },
        receivedAmount: { amount: 1_000, currency: expect.objectContaining({ code: 'USD' }) },
      }),
    ]);
    expect(await told(set, made.id)).toEqual(atOnce.told);
    expect((await transaction(tenant, made.id)).status).toBe(atOnce.status);
    if (later) {
      world.wall.advance(359_999);
      expect(await told(set, made.id)).toEqual(atOnce.told);
      expect(await balancesOf(tenant, person.accountId)).toEqual([0, 0]);
      world.wall.advance(1);
      expect(await told(set, made.id)).toEqual(later.told);
    }
    const ended = await transaction(tenant, made.id);
    const isCompleted = (later ?? atOnce).status === 'COMPLETED';
    expect([ended.status, ended.failureReason, ended.refund]).toEqual([(later ?? atOnce).status, failureReason, undefined]);
    expect(await steps(tenant, made.id)).toEqual(isCompleted ? ['IN'] : []);
    expect(await balancesOf(tenant, person.accountId)).toEqual(isCompleted ? [1_000, 1_000] : [0, 0]);
    expect(await findings(tenant)).toEqual([]);
  });
});

test('a payment is found by the address of its receiver, and its PENDING event is signed like any other', async () => {
  const set = await scene({});
  const { body: made } = await receive(set);
  await told(set, made.id);

  const { body } = await set.tenant.rest('GET', `/transactions?accountIdentifier=${set.person.umaAddress}`);

  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  const asked = set.receiver.received.filter(({ body: event }) => event?.type === 'INCOMING_PAYMENT.PENDING');
  expect(asked.map(({ headers }) => typeof headers['x-service-signature'])).toEqual(['string']);
  expect(asked[0]?.body).toEqual({
    id: expect.stringMatching(/^Webhook:/),
    type: 'INCOMING_PAYMENT.PENDING',
    timestamp: expect.any(String),
    data: { ...made, requestedReceiverCustomerInfoFields: [{ name: 'COUNTRY_OF_RESIDENCE', mandatory: false }] },
  });
});

test('a customer may be named by id, and be paid in another currency', async () => {
  const set = await scene({});
  const { body: made } = await receive(set, {
    receiverUmaAddress: undefined,
    customerId: set.person.customerId,
    receivingCurrencyCode: 'EUR',
  });

  expect(await told(set, made.id)).toEqual(['PENDING', 'COMPLETED']);
  expect(made.receivedAmount.currency.code).toBe('EUR');
});

describe('a payment is refused', () => {
  const nobody = 'Customer:00000000-0000-7000-8000-000000000000';
  test.each([
    ['of nothing', { receivingCurrencyAmount: 0 }, 400, 'INVALID_AMOUNT'],
    ['without an amount', { receivingCurrencyAmount: undefined }, 400, 'INVALID_INPUT'],
    ['to nobody', { receiverUmaAddress: undefined }, 400, 'INVALID_INPUT'],
    ['to two at once', { customerId: nobody }, 400, 'INVALID_INPUT'],
    ['from a malformed address', { senderUmaAddress: 'success.usd' }, 400, 'INVALID_UMA_ADDRESS'],
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

  test('where the platform has no endpoint', async () => {
    const tenant = await world.newPlatform();
    const person = await newPerson(tenant);

    const { status, body } = await receive({ tenant, person });

    expect([status, body.code]).toEqual([400, 'WEBHOOK_ENDPOINT_NOT_SET']);
  });

  test('to a customer that is not verified', async () => {
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
