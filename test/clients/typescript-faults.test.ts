// Whatever fault a platform sets, each payment that the TypeScript client intends happens once.
import { describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../clients/typescript/src/main.ts';
import { balancesOf, makePayee, makePayer, quoteBody } from '../kit/payments.ts';
import { startWorld, type Tenant } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';
import { clientOperations, openTransports, type Reach } from '../kit/typescript-client.ts';

const world = await startWorld();
const transports = await openTransports(world);
const operationNamed = await clientOperations();
const createQuote = operationNamed('createQuote');
const executeQuote = operationNamed('executeQuote');

const payments = Number(process.env.FAULT_PAYMENTS ?? 4);
const amount = 1_000;

const ofCalls = ['DELAY', 'RATE_LIMITED', 'ERROR_BEFORE', 'ERROR_AFTER', 'CUT_BEFORE', 'CUT_AFTER'];
const ofEvents = ['WEBHOOK_DUPLICATED', 'WEBHOOK_LATE', 'WEBHOOK_OUT_OF_ORDER', 'WEBHOOK_DROPPED'];
const sometimes = { probability: 0.4, seed: 20_251_013 };
const callFaults = ofCalls.map((type) => ({ type, operation: '*', ...sometimes, ...(type === 'DELAY' && { delayMs: 5 }) }));
/** No transport makes a difference to them. */
const otherFaults = [...ofEvents.map((type) => ({ type, eventType: '*', ...sometimes })), { type: 'RAIL_SILENT', ...sometimes }];
const faults = [...callFaults, ...otherFaults];

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The client of a platform. */
function clientOf({ clientId, clientSecret }: Tenant, reach: Reach): Client {
  return createClient({ ...reach, credentials: { clientId, clientSecret }, retriesMax: 60, wait: nextTurn });
}

/** A payment as its owner intends it: under a key for each step. */
async function pay(client: Client, path: { from: string; to: string }): Promise<void> {
  const quote = (await client.call(createQuote, { body: quoteBody({ ...path, amount }) })) as { id: string };
  await client.call(executeQuote, { path: { quoteId: quote.id } });
}

/** Faults would also affect the test's own calls. */
async function removeFaults({ rest }: Tenant): Promise<void> {
  const { body } = await rest('GET', '/sandbox/faults');
  for (const { id } of body.data) await rest('DELETE', `/sandbox/faults/${id}`);
}

describe.each(transports)('by %s', (transport, reach) => {
  const single = transport === 'REST' ? faults : callFaults;

  test.each([...single.map((fault) => [fault.type, [fault]] as const), ['all faults together', faults] as const])(
    '%s: each payment happens once',
    async (_name, set) => {
      const [tenant, receiver] = await Promise.all([world.newPlatform(), startReceiver()]);
      const { rest } = tenant;
      const payer = await makePayer(rest);
      const to = await makePayee(rest, payer.customerId);
      await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
      await world.settle();
      for (const body of set.toReversed()) expect((await rest('POST', '/sandbox/faults', { body })).status).toBe(201);

      const client = clientOf(tenant, reach);
      await Promise.all(Array.from({ length: payments }, () => pay(client, { from: payer.accountId, to })));
      await removeFaults(tenant);
      await tenant.advance(3_600);
      await world.settle();

      const { body } = await rest('GET', `/transactions?customerId=${payer.customerId}&type=OUTGOING`);
      expect(body.data.map(({ status }: { status: string }) => status)).toEqual(Array(payments).fill('COMPLETED'));
      const left = 100_000 - payments * amount;
      expect(await balancesOf(rest, payer)).toEqual({ available: left, total: left });
      const completed = receiver.events.map((one) => one.body).filter(({ type }) => type === 'OUTGOING_PAYMENT.COMPLETED');
      const byId = new Map(completed.map((event) => [event.id, event.data.id]));
      expect([...byId.values()].toSorted()).toEqual(body.data.map(({ id }: { id: string }) => id).toSorted());
    },
  );
});
