// Faults that a sandbox platform sets for its webhooks. Each event arrives in the end.
import { expect, test } from 'vitest';
import { makePayee, makePayer, makeQuote } from '../../kit/payments.ts';
import type { Tenant } from '../../kit/platform.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();

interface Scene {
  readonly tenant: Tenant;
  readonly receiver: Receiver;
}

/** A platform with an endpoint and a fault. */
async function scene(fault: object): Promise<Scene> {
  const [tenant, receiver] = await Promise.all([world.newPlatform(), startReceiver()]);
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  await world.settle();
  const { status } = await tenant.rest('POST', '/sandbox/faults', { body: fault });
  expect(status).toBe(201);
  return { tenant, receiver };
}

/** A new customer, and its event. */
async function makeCustomer({ rest }: Tenant): Promise<string> {
  const { body } = await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } });
  await world.settle();
  return body.id;
}

const eventsOf = ({ receiver }: Scene, customerId: string) =>
  receiver.events.map(({ body }) => body).filter(({ data }) => data.id === customerId);
const attemptsOf = async ({ tenant: { rest } }: Scene, eventId: string) =>
  (await rest('GET', `/events/${eventId}/attempts`)).body.data;

test('WEBHOOK_DUPLICATED sends the same bytes twice', async () => {
  const played = await scene({ type: 'WEBHOOK_DUPLICATED', eventType: '*' });

  const customerId = await makeCustomer(played.tenant);

  const [first, second, ...others] = eventsOf(played, customerId);
  expect(second).toEqual(first);
  expect(others.filter(({ id }) => id === first.id)).toEqual([]);
  expect(await attemptsOf(played, first.id)).toHaveLength(1);
});

test('WEBHOOK_DROPPED loses the first attempt, which is retried', async () => {
  const played = await scene({ type: 'WEBHOOK_DROPPED', eventType: 'CUSTOMER.KYC_APPROVED' });

  const customerId = await makeCustomer(played.tenant);
  const before = eventsOf(played, customerId).filter(({ type }) => type === 'CUSTOMER.KYC_APPROVED');
  await played.tenant.advance(60);
  await world.settle();

  const [event, ...others] = eventsOf(played, customerId).filter(({ type }) => type === 'CUSTOMER.KYC_APPROVED');
  expect([before, others]).toEqual([[], []]);
  expect(await attemptsOf(played, event.id)).toMatchObject([
    { number: 1, failure: 'FAULT' },
    { number: 2, status: 200 },
  ]);
});

test.each([
  ['WEBHOOK_LATE', 60],
  ['WEBHOOK_OUT_OF_ORDER', 5],
])('%s holds an event back for %d s, while later ones of its resource are sent', async (type, seconds) => {
  const { tenant, receiver } = await scene({ type, eventType: 'OUTGOING_PAYMENT.PROCESSING' });
  const { rest, advance } = tenant;
  const paid = () => receiver.types().filter((name) => name.startsWith('OUTGOING_PAYMENT.'));
  const { accountId, customerId } = await makePayer(rest);
  const quote = await makeQuote(rest, { from: accountId, to: await makePayee(rest, customerId) });

  await rest('POST', `/quotes/${quote.id}/execute`);
  await world.settle();
  await advance(seconds - 1);
  const before = paid();
  await advance(1);
  await world.settle();

  expect(before.at(-1)).toBe('OUTGOING_PAYMENT.COMPLETED');
  expect(paid()).toEqual([...before, 'OUTGOING_PAYMENT.PROCESSING']);
});
