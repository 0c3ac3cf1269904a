// A platform that answers the approval request with 202, and decides by later calls.
import { describe, expect, test } from 'vitest';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { lockRow } from '../../kit/row-lock.ts';
import { balancesOf, transaction } from './transfers-world.ts';
import { receive, type Scene, startReceiving } from './uma-receiving.ts';

const world = await startReceiving();
const { scene, eventTypes } = world;

describe('a platform that answers 202', () => {
  const act = ({ tenant }: Scene, id: string, what: 'approve' | 'reject', body?: object) =>
    tenant.rest('POST', `/transactions/${id}/${what}`, body ? { body } : {});

  async function waiting(more: object = {}): Promise<Scene & { readonly id: string }> {
    const set = await scene({ status: 202 }, more);
    const { body } = await receive(set);
    expect(await eventTypes(set, body.id)).toEqual(['PENDING']);
    return { ...set, id: body.id };
  }

  test('approves', async () => {
    const set = await waiting();

    const { status, body } = await act(set, set.id, 'approve', { receiverCustomerInfo: { COUNTRY_OF_RESIDENCE: 'PT' } });

    expect([status, body.id, body.status]).toEqual([200, set.id, 'PROCESSING']);
    expect(await eventTypes(set, set.id)).toEqual(['PENDING', 'COMPLETED']);
    expect(await balancesOf(set.tenant, set.person.accountId)).toEqual([1_000, 1_000]);
  });

  test('rejects, without an event', async () => {
    const set = await waiting();

    const { status, body } = await act(set, set.id, 'reject', { reason: 'POLICY_7' });

    expect([status, body.status]).toEqual([200, 'REJECTED']);
    expect(await eventTypes(set, set.id)).toEqual(['PENDING']);
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
    expect(await eventTypes(late, late.id)).toEqual(['PENDING', 'FAILED']);
    expect((await transaction(late.tenant, late.id)).failureReason).toBe('PAYMENT_APPROVAL_TIMED_OUT');
  });

  test('has them on its own clock', async () => {
    const set = await waiting();
    await set.tenant.advance(4);
    expect((await transaction(set.tenant, set.id)).status).toBe('PENDING');
    await set.tenant.advance(1);

    const { status } = await act(set, set.id, 'approve');

    expect(status).toBe(409);
    expect(await eventTypes(set, set.id)).toEqual(['PENDING', 'FAILED']);
  });

  test('can decide before it answers: its later answer is ignored', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const set = await scene({ status: 403, after: promise });
    const { body: made } = await receive(set);
    await set.receiver.arrived(
      set.receiver.received.length + (set.receiver.types().includes('INCOMING_PAYMENT.PENDING') ? 0 : 1),
    );

    const { status, body } = await act(set, made.id, 'approve');
    resolve();

    expect([status, body.status]).toEqual([200, 'PROCESSING']);
    expect(await eventTypes(set, made.id)).toEqual(['PENDING', 'COMPLETED']);
  });

  const more = { status: 422, body: JSON.stringify({ requiredFields: ['TAX_ID'] }) };
  test.each([
    ['approve', { status: 202 }, 'COMPLETED'],
    ['reject', { status: 202 }, 'REJECTED'],
    ['approve', more, 'COMPLETED'],
    ['reject', more, 'REJECTED'],
  ] as const)('may %s in the moment in which it answers that it does not know yet: %o', async (what, answer, status) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const set = await scene((count) => ({ ...(count === 1 ? answer : { status: 202 }), after: promise }));
    const { body: made } = await receive(set);
    await expect.poll(() => set.receiver.types()).toContain('INCOMING_PAYMENT.PENDING');
    const lock = await lockRow({ url: world.databaseUrl, table: 'transfers.transaction', key: { id: uuidIn(made.id) } });

    resolve();
    await lock.waiting(1); // the answer is recorded first
    const acting = act(set, made.id, what);
    await lock.waiting(2);
    await lock.release();

    expect((await acting).status).toBe(200);
    expect((await eventTypes(set, made.id)).at(-1)).toBe(status === 'COMPLETED' ? 'COMPLETED' : 'PENDING');
    expect((await transaction(set.tenant, made.id)).status).toBe(status);
  });

  test.each(['approve', 'reject'] as const)('cannot %s an unknown transaction, or one that does not wait', async (what) => {
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
