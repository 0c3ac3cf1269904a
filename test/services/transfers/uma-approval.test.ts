// The approval request: every answer to it, and the result for the payment.
import { describe, expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import type { ReceiverAnswer } from '../../kit/receiver.ts';
import { balancesOf, findings, transaction } from './transfers-world.ts';
import { receive, startReceiving } from './uma-receiving.ts';

const world = await startReceiving();
const hasty = await startReceiving({ approvalTimeoutMs: 300 });
const { scene, eventTypes } = world;

describe('the answer to an approval request', () => {
  const approved = { status: 'COMPLETED', eventTypes: ['PENDING', 'COMPLETED'] };
  const failed = (failureReason: string, eventTypesOf = ['PENDING', 'FAILED']) => ({
    status: 'FAILED',
    failureReason,
    eventTypes: eventTypesOf,
  });
  const json = (value: object) => JSON.stringify(value);

  test.each([
    ['200 without a body', { status: 200 }, approved],
    ['200 with what was asked', { status: 200, body: json({ receiverCustomerInfo: { COUNTRY_OF_RESIDENCE: 'PT' } }) }, approved],
    ['200 that is no JSON', { status: 200, body: '<ok/>' }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['403', { status: 403, body: json({ reason: 'POLICY_7' }) }, { status: 'REJECTED', eventTypes: ['PENDING'] }],
    ['403 without a body', { status: 403 }, { status: 'REJECTED', eventTypes: ['PENDING'] }],
    ['409', { status: 409 }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['201', { status: 201 }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['301', { status: 301, headers: { location: '/hook' } }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['500', { status: 500 }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['a connection that is cut', { hangUp: true }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['422 for nothing', { status: 422 }, failed('PAY_REQUEST_FAILED')],
    [
      '422 for what nobody can tell',
      { status: 422, body: json({ requiredFields: ['SHOE_SIZE'] }) },
      failed('PAY_REQUEST_FAILED'),
    ],
    [
      '422 twice',
      { status: 422, body: json({ requiredFields: ['TAX_ID'] }) },
      failed('PAY_REQUEST_FAILED', ['PENDING', 'PENDING', 'FAILED']),
    ],
  ] as [string, ReceiverAnswer, { status: string; failureReason?: string; eventTypes: string[] }][])(
    '%s',
    async (_, answer, end) => {
      const set = await scene(answer);
      const { body: made } = await receive(set);

      expect(await eventTypes(set, made.id)).toEqual(end.eventTypes);
      const ended = await transaction(set.tenant, made.id);
      expect([ended.status, ended.failureReason]).toEqual([end.status, end.failureReason]);
      const left = end.status === 'COMPLETED' ? 1_000 : 0;
      expect(await balancesOf(set.tenant, set.person.accountId)).toEqual([left, left]);
      expect(await findings(set.tenant)).toEqual([]);
    },
  );

  test('none at all', async () => {
    const set = await hasty.scene({ after: new Promise(() => undefined) });
    const { body: made } = await receive(set);

    expect(await hasty.eventTypes(set, made.id)).toEqual(['PENDING', 'FAILED']);
    const ended = await transaction(set.tenant, made.id);
    expect([ended.status, ended.failureReason]).toEqual(['FAILED', 'PAYMENT_APPROVAL_TIMED_OUT']);
    expect(await balancesOf(set.tenant, set.person.accountId)).toEqual([0, 0]);
  });

  test('422 once: the sender adds the data, and the platform gets another request', async () => {
    const set = await scene((count) => (count === 1 ? { status: 422, body: json({ requiredFields: ['TAX_ID'] }) } : {}));
    const { body: made } = await receive(set);

    expect(await eventTypes(set, made.id)).toEqual(['PENDING', 'PENDING', 'COMPLETED']);
    const [first, second] = set.receiver.received.filter(({ body }) => body?.type === 'INCOMING_PAYMENT.PENDING');
    expect(first?.body.id).not.toBe(second?.body.id);
    expect([first?.body.data.counterpartyInformation, second?.body.data.counterpartyInformation]).toEqual([
      undefined,
      { TAX_ID: '900-70-0000' },
    ]);
  });

  test('none, because the endpoint was removed', async () => {
    const tenants: Tenant[] = [];
    const forget = () => tenants[0]?.rest('PATCH', '/config', { body: { webhookEndpoint: '' } }) ?? Promise.resolve();
    const more = { status: 422, body: json({ requiredFields: ['TAX_ID'] }) };
    const set = await scene(() => ({ ...more, after: forget() }));
    tenants.push(set.tenant);
    const { body: made } = await receive(set);

    expect(await eventTypes(set, made.id)).toEqual(['PENDING']);
    const ended = await transaction(set.tenant, made.id);
    expect([ended.status, ended.failureReason]).toEqual(['FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR']);
  });

  test('200 without required fields', async () => {
    const set = await scene(
      { status: 200, body: json({ receiverCustomerInfo: { NATIONALITY: 'PT' } }) },
      { fullName: undefined },
    );
    const { status, body: made } = await receive(set);

    expect([status, await eventTypes(set, made.id)]).toEqual([200, ['PENDING', 'FAILED']]);
    expect((await transaction(set.tenant, made.id)).failureReason).toBe('MISSING_MANDATORY_PAYEE_DATA');
  });

  test("contains the sender's data that the platform requires", async () => {
    const set = await scene({});
    const usd = {
      currencyCode: 'USD',
      minAmount: 1,
      maxAmount: 1_000_000,
      requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    };
    await set.tenant.rest('PATCH', '/config', { body: { supportedCurrencies: [usd] } });

    const { body: made } = await receive(set);

    expect(made.counterpartyInformation).toEqual({ FULL_NAME: 'Sandbox Counterparty' });
  });
});
