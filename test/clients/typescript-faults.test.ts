// Whatever fault a platform sets, each payment that the TypeScript client intends happens once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../clients/typescript/src/main.ts';
import { services } from '../../services/all.ts';
import { writeSources } from '../../tools/client/sources.ts';
import { balancesOf, makePayee, makePayer, quoteBody } from '../kit/payments.ts';
import { startWorld, type Tenant } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';

const out = mkdtempSync(join(tmpdir(), 'payments-client-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));
writeSources(
  services.flatMap(({ serves }) => serves.map(({ desc }) => desc)),
  out,
);
const { createQuote, executeQuote } = await import(join(out, 'src/operations.ts'));

const world = await startWorld();
const baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 });

const payments = Number(process.env.FAULT_PAYMENTS ?? 4);
const amount = 1_000;

const ofCalls = ['DELAY', 'RATE_LIMITED', 'ERROR_BEFORE', 'ERROR_AFTER', 'CUT_BEFORE', 'CUT_AFTER'];
const ofEvents = ['WEBHOOK_DUPLICATED', 'WEBHOOK_LATE', 'WEBHOOK_OUT_OF_ORDER', 'WEBHOOK_DROPPED'];
const sometimes = { probability: 0.4, seed: 20_251_013 };
const faults = [
  ...ofCalls.map((type) => ({ type, operation: '*', ...sometimes, ...(type === 'DELAY' && { delayMs: 5 }) })),
  ...ofEvents.map((type) => ({ type, eventType: '*', ...sometimes })),
  { type: 'RAIL_SILENT', ...sometimes },
];

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A payment as its owner intends it: under a key for each step. */
async function pay({ clientId, clientSecret }: Tenant, path: { from: string; to: string }): Promise<void> {
  const credentials = { clientId, clientSecret };
  const client = createClient({ baseUrl, credentials, retriesMax: 60, wait: nextTurn });
  const quote = (await client.call(createQuote, { body: quoteBody({ ...path, amount }) })) as { id: string };
  await client.call(executeQuote, { path: { quoteId: quote.id } });
}

/** Faults would also affect the test's own calls. */
async function removeFaults({ rest }: Tenant): Promise<void> {
  const { body } = await rest('GET', '/sandbox/faults');
  for (const { id } of body.data) await rest('DELETE', `/sandbox/faults/${id}`);
}

test.each([...faults.map((fault) => [fault.type, [fault]] as const), ['all faults together', faults] as const])(
  '%s: each payment happens once',
  async (_name, set) => {
    const [tenant, receiver] = await Promise.all([world.newPlatform(), startReceiver()]);
    const { rest } = tenant;
    const payer = await makePayer(rest);
    const to = await makePayee(rest, payer.customerId);
    await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
    await world.settle();
    for (const body of set.toReversed()) expect((await rest('POST', '/sandbox/faults', { body })).status).toBe(201);

    await Promise.all(Array.from({ length: payments }, () => pay(tenant, { from: payer.accountId, to })));
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
