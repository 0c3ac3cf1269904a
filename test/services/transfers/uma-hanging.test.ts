// Receivers that do not answer approval requests, far more than there are job slots: all other jobs continue.
// HANGING_APPROVALS: how many; default 60.
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../../kit/payments.ts';
import { transaction } from './transfers-world.ts';
import { receive, startReceiving } from './uma-receiving.ts';

const hangingCount = Number(process.env.HANGING_APPROVALS ?? 60);
const world = await startReceiving();

/** No request is left hanging, or the services would wait for it. */
const released = Promise.withResolvers<void>();
afterAll(() => released.resolve());

const approvals = (received: readonly { body: { type?: string } }[]) =>
  received.filter(({ body }) => body?.type === 'INCOMING_PAYMENT.PENDING').length;

test('a payment is approved and settled while all others hang, with concurrent requests', async () => {
  const slow = await world.scene({ after: released.promise });
  const well = await world.scene();
  const hanging = await Promise.all(Array.from({ length: hangingCount }, () => receive(slow, { receivingCurrencyAmount: 100 })));
  await eventually(
    () => approvals(slow.receiver.received),
    (count) => count === hangingCount,
  );

  const { body: made } = await receive(well);
  const ended = await eventually(
    () => transaction(well.tenant, made.id),
    ({ status }) => status === 'COMPLETED',
  );

  expect(ended.status).toBe('COMPLETED');
  expect(slow.receiver.openMax()).toBeGreaterThanOrEqual(hangingCount);
  const still = await transaction(slow.tenant, hanging[0]?.body.id);
  expect(still.status).toBe('PENDING');

  released.resolve();
  for (const { body } of hanging) {
    await eventually(
      () => transaction(slow.tenant, body.id),
      ({ status }) => status === 'COMPLETED',
    );
  }
});
