// Whatever fault a platform sets, each payment that the TypeScript client intends happens once, and each of its events arrives.
import { describe, expect, test } from 'vitest';
import { type Client, createClient, type Operation, type Page, type Parts } from '../../clients/typescript/src/main.ts';
import { balancesOf, makePayee, makePayer, type Payer, quoteBody } from '../kit/payments.ts';
import { startWorld, type Tenant } from '../kit/platform.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { clientOperations, openTransports, type Reach } from '../kit/typescript-client.ts';

const world = await startWorld();
const transports = await openTransports(world);
const operationNamed = await clientOperations();
const createQuote = operationNamed('createQuote');
const executeQuote = operationNamed('executeQuote');

const payments = Number(process.env.FAULT_PAYMENTS ?? 3);
const funds = 100_000;
const amount = 1_000;

const ofCalls = (type: string, more = {}) => ['createQuote', 'executeQuote'].map((operation) => ({ type, operation, ...more }));
const ofEvents = ['WEBHOOK_DUPLICATED', 'WEBHOOK_LATE', 'WEBHOOK_OUT_OF_ORDER', 'WEBHOOK_DROPPED'];
/** Each fault with how it is set: for both calls of a payment, for events, or for payouts. */
const faults: readonly (readonly [type: string, set: readonly object[]])[] = [
  ['DELAY', ofCalls('DELAY', { delayMs: 5 })],
  ...['RATE_LIMITED', 'ERROR_BEFORE', 'ERROR_AFTER', 'CUT_BEFORE', 'CUT_AFTER'].map((type) => [type, ofCalls(type)] as const),
  ...ofEvents.map((type) => [type, [{ type, eventType: '*' }]] as const),
  ['RAIL_SILENT', [{ type: 'RAIL_SILENT' }]],
];

interface Scene {
  readonly tenant: Tenant;
  readonly receiver: Receiver;
  readonly payer: Payer;
  readonly payee: string;
  readonly client: Client;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A platform with an endpoint that knows all events so far, a customer with money, and a client. */
async function newScene(reach: Reach): Promise<Scene> {
  const [tenant, receiver] = await Promise.all([world.newPlatform(), startReceiver()]);
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const payer = await makePayer(tenant.rest, funds);
  const payee = await makePayee(tenant.rest, payer.customerId);
  await world.settle();
  const { clientId, clientSecret } = tenant;
  const client = createClient({ ...reach, credentials: { clientId, clientSecret }, retriesMax: 60, wait: nextTurn });
  return { tenant, receiver, payer, payee, client };
}

async function setFaults({ tenant: { rest } }: Scene, set: readonly object[], frequency: object): Promise<void> {
  for (const fault of set) expect((await rest('POST', '/sandbox/faults', { body: { ...fault, ...frequency } })).status).toBe(201);
}

const faultsOf = async ({ tenant: { rest } }: Scene): Promise<{ id: string }[]> =>
  (await rest('GET', '/sandbox/faults')).body.data;

/** Makes the payments at the same time, and sends the events that they have caused so far. */
async function pay({ payer, payee, client }: Scene): Promise<void> {
  const body = quoteBody({ from: payer.accountId, to: payee, amount });
  const payOnce = async () => {
    const { id } = (await client.call(createQuote, { body })) as { id: string };
    await client.call(executeQuote, { path: { quoteId: id } });
  };
  await Promise.all(Array.from({ length: payments }, payOnce));
  await world.settle();
}

/** Every item of a list, as the client reads it. */
function itemsOf<Item>(client: Client, name: string, query: Parts['query'] = {}): Promise<Item[]> {
  return Array.fromAsync(client.items(operationNamed(name) as Operation<Parts, Page<Item>>, { query }));
}

/** After the longest delay: every payment was made once, and every event has arrived. */
async function expectOnce({ tenant, receiver, payer, client }: Scene): Promise<void> {
  await tenant.advance(3_600);
  await world.settle();

  const query = { customerId: payer.customerId, type: 'OUTGOING' };
  const made = await itemsOf<{ id: string; status: string }>(client, 'listTransactions', query);
  expect(made.map(({ status }) => status)).toEqual(Array(payments).fill('COMPLETED'));
  const left = funds - payments * amount;
  expect(await balancesOf(tenant.rest, payer)).toEqual({ available: left, total: left });

  const logged = await itemsOf<{ id: string }>(client, 'listEvents');
  const arrived = new Map(receiver.received.map(({ body }) => [body.id, body]));
  expect([...arrived.keys()].toSorted()).toEqual(idsOf(logged));
  const completed = [...arrived.values()].filter(({ type }) => type === 'OUTGOING_PAYMENT.COMPLETED');
  expect(idsOf(completed.map(({ data }) => data))).toEqual(idsOf(made));
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).toSorted();

describe.each(transports)('by %s', (_transport, reach) => {
  test.each(faults)('%s: each payment happens once, and its events arrive', async (_type, set) => {
    const scene = await newScene(reach);
    await setFaults(scene, set, { count: payments });

    await pay(scene);

    expect(await faultsOf(scene), 'each has occurred as often as it was set').toEqual([]);
    await expectOnce(scene);
  });

  test('all faults together: each payment happens once, and its events arrive', async () => {
    const scene = await newScene(reach);
    const set = faults.flatMap(([, some]) => some);
    await setFaults(scene, set, { probability: 0.2, seed: 20_251_013 });

    await pay(scene);

    const remaining = await faultsOf(scene);
    expect(remaining).toHaveLength(set.length);
    for (const { id } of remaining) await scene.tenant.rest('DELETE', `/sandbox/faults/${id}`);
    await expectOnce(scene);
  });
});
