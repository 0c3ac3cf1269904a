// The approval call: every answer to it, and what a platform decides by calls of its own.
import { describe, expect, test } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';
import type { ReceiverAnswer } from '../../kit/receiver.ts';
import { balancesOf, findings, transaction } from './transfers-world.ts';
import { receive, type Scene, startReceiving } from './uma-receiving.ts';

const world = await startReceiving();
const { scene, told } = world;

describe('the answer to an approval call', () => {
  const approved = { status: 'COMPLETED', told: ['PENDING', 'COMPLETED'] };
  const failed = (failureReason: string, toldOf = ['PENDING', 'FAILED']) => ({ status: 'FAILED', failureReason, told: toldOf });
  const json = (value: object) => JSON.stringify(value);

  test.each([
    ['200 without a body', { status: 200 }, approved],
    ['200 with what was asked', { status: 200, body: json({ receiverCustomerInfo: { COUNTRY_OF_RESIDENCE: 'PT' } }) }, approved],
    ['200 that is no JSON', { status: 200, body: '<ok/>' }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['403', { status: 403, body: json({ reason: 'POLICY_7' }) }, { status: 'REJECTED', told: ['PENDING'] }],
    ['403 without a body', { status: 403 }, { status: 'REJECTED', told: ['PENDING'] }],
    ['409', { status: 409 }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['201', { status: 201 }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['301', { status: 301, headers: { location: '/hook' } }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['500', { status: 500 }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['a connection that is cut', { hangUp: true }, failed('PAYMENT_APPROVAL_WEBHOOK_ERROR')],
    ['none at all', { after: new Promise(() => undefined) }, failed('PAYMENT_APPROVAL_TIMED_OUT')],
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
  ] as [string, ReceiverAnswer, { status: string; failureReason?: string; told: string[] }][])('%s', async (_, answer, end) => {
    const set = await scene(answer);
    const { body: made } = await receive(set);

    expect(await told(set, made.id)).toEqual(end.told);
    const ended = await transaction(set.tenant, made.id);
    expect([ended.status, ended.failureReason]).toEqual([end.status, end.failureReason]);
    const left = end.status === 'COMPLETED' ? 1_000 : 0;
    expect(await balancesOf(set.tenant, set.person.accountId)).toEqual([left, left]);
    expect(await findings(set.tenant)).toEqual([]);
  });

  test('422 once: the sender tells, and the platform is asked again by another event', async () => {
    const set = await scene((asked) => (asked === 1 ? { status: 422, body: json({ requiredFields: ['TAX_ID'] }) } : {}));
    const { body: made } = await receive(set);

    expect(await told(set, made.id)).toEqual(['PENDING', 'PENDING', 'COMPLETED']);
    const [first, second] = set.receiver.received.filter(({ body }) => body?.type === 'INCOMING_PAYMENT.PENDING');
    expect(first?.body.id).not.toBe(second?.body.id);
    expect([first?.body.data.counterpartyInformation, second?.body.data.counterpartyInformation]).toEqual([
      undefined,
      { TAX_ID: '900-70-0000' },
    ]);
  });

  test('none, for there is no endpoint any more', async () => {
    const tenants: Tenant[] = [];
    const forget = () => tenants[0]?.rest('PATCH', '/config', { body: { webhookEndpoint: '' } }) ?? Promise.resolve();
    const more = { status: 422, body: json({ requiredFields: ['TAX_ID'] }) };
    const set = await scene(() => ({ ...more, after: forget() }));
    tenants.push(set.tenant);
    const { body: made } = await receive(set);

    expect(await told(set, made.id)).toEqual(['PENDING']);
    const ended = await transaction(set.tenant, made.id);
    expect([ended.status, ended.failureReason]).toEqual(['FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR']);
  });

  test('200 without what is mandatory', async () => {
    const set = await scene(
      { status: 200, body: json({ receiverCustomerInfo: { NATIONALITY: 'PT' } }) },
      { fullName: undefined },
    );
    const { status, body: made } = await receive(set);
    if (status !== 200) return expect(made.code).toBe('USER_NOT_READY');

    expect(await told(set, made.id)).toEqual(['PENDING', 'FAILED']);
    expect((await transaction(set.tenant, made.id)).failureReason).toBe('MISSING_MANDATORY_PAYEE_DATA');
    return undefined;
  });

  test('is asked for what the platform wants to know of the sender', async () => {
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

describe('a platform that answers 202', () => {
  const act = ({ tenant }: Scene, id: string, what: 'approve' | 'reject', body?: object) =>
    tenant.rest('POST', `/transactions/${id}/${what}`, body ? { body } : {});

  async function waiting(more: object = {}): Promise<Scene & { readonly id: string }> {
    const set = await scene({ status: 202 }, more);
    const { body } = await receive(set);
    expect(await told(set, body.id)).toEqual(['PENDING']);
    return { ...set, id: body.id };
  }

  test('approves', async () => {
    const set = await waiting();

    const { status, body } = await act(set, set.id, 'approve', { receiverCustomerInfo: { COUNTRY_OF_RESIDENCE: 'PT' } });

    expect([status, body.id, body.status]).toEqual([200, set.id, 'PROCESSING']);
    expect(await told(set, set.id)).toEqual(['PENDING', 'COMPLETED']);
    expect(await balancesOf(set.tenant, set.person.accountId)).toEqual([1_000, 1_000]);
  });

  test('rejects, and no event tells of it', async () => {
    const set = await waiting();

    const { status, body } = await act(set, set.id, 'reject', { reason: 'POLICY_7' });

    expect([status, body.status]).toEqual([200, 'REJECTED']);
    expect(await told(set, set.id)).toEqual(['PENDING']);
    expect(await balancesOf(set.tenant, set.person.accountId)).toEqual([0, 0]);
  });

  test('decides once', async () => {
    const set = await waiting();

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => act(set, set.id, index % 2 ? 'approve' : 'reject')),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect([lost?.body.code, lost?.headers['x-should-retry']]).toEqual(['TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', 'false']);
  });

  test('has five seconds from its answer', async () => {
    const [inTime, late] = [await waiting(), await waiting()];
    world.wall.advance(4_999);
    expect((await act(inTime, inTime.id, 'approve')).status).toBe(200);
    world.wall.advance(1);

    const { status, body } = await act(late, late.id, 'approve');

    expect([status, body.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
    expect(await told(late, late.id)).toEqual(['PENDING', 'FAILED']);
    expect((await transaction(late.tenant, late.id)).failureReason).toBe('PAYMENT_APPROVAL_TIMED_OUT');
  });

  test('has them by its own clock', async () => {
    const set = await waiting();
    await set.tenant.advance(4);
    expect((await transaction(set.tenant, set.id)).status).toBe('PENDING');
    await set.tenant.advance(1);

    const { status } = await act(set, set.id, 'approve');

    expect(status).toBe(409);
    expect(await told(set, set.id)).toEqual(['PENDING', 'FAILED']);
  });

  test('may decide before it answers at all: its later answer is passed over', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const set = await scene({ status: 403, after: promise });
    const { body: made } = await receive(set);
    await set.receiver.arrived(
      set.receiver.received.length + (set.receiver.types().includes('INCOMING_PAYMENT.PENDING') ? 0 : 1),
    );

    const { status, body } = await act(set, made.id, 'approve');
    resolve();

    expect([status, body.status]).toEqual([200, 'PROCESSING']);
    expect(await told(set, made.id)).toEqual(['PENDING', 'COMPLETED']);
  });

  test.each(['approve', 'reject'] as const)('cannot %s what is not there, or does not wait', async (what) => {
    const set = await waiting();
    const nobody = await act(set, 'Transaction:00000000-0000-7000-8000-000000000000', what);
    const foreign = await act({ ...set, tenant: world }, set.id, what);
    const { body: deposit } = await set.tenant.rest('POST', `/sandbox/internal-accounts/${set.person.accountId}/fund`, {
      body: { amount: 1 },
    });
    const { body } = await set.tenant.rest('GET', '/transactions?status=COMPLETED');
    const other = await act(set, body.data[0].id, what);

    expect(deposit.balance.amount).toBe(1);
    for (const answer of [nobody, foreign]) expect([answer.status, answer.body.code]).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    expect([other.status, other.body.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
  });
});
