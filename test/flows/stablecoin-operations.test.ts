// Mints at a provider that loses answers, from processes that die: the provider starts each operation once, and each ends as it says.
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { OperationState } from '../../gen/payments/stablecoins/v1/operation_progress_pb.ts';
import { StablecoinServiceOperationsStatus } from '../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { StablecoinReportService } from '../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { atOnce } from '../kit/at-once.ts';
import { makeDue, select, stepsOf } from '../kit/books.ts';
import { internalAt } from '../kit/internal-at.ts';
import { startProcess } from '../kit/launch.ts';
import { notWithin } from '../kit/patience.ts';
import { eventually } from '../kit/payments.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';
import { apiClientSecret, newIssuingPlatform, reportsOf, startProvider } from './stablecoin-world.ts';

/** `STABLECOIN_OPERATIONS=200` for the long form. */
const count = Number(process.env.STABLECOIN_OPERATIONS ?? 24);
/** Within the limit per minute. */
const ofOnePlatform = 40;

const provider = await startProvider();
afterAll(() => void provider.end());
await provider.tell({ accept: { [`client:${apiClientSecret}`]: ['acct_1'] } });
await provider.tell({ issue: true });
const DATABASE_URL = await flowDatabase();
const env = { DATABASE_URL, MODE: 'production', RATE_LIMIT_PER_SECOND: '0', ...provider.settings };
const [one, other] = await Promise.all([startProcess({ env }), startProcess({ env })]);
const issuers = [await newIssuingPlatform(one, 'HARBOR')];
for (let made = ofOnePlatform; made < count; made += ofOnePlatform)
  issuers.push(await newIssuingPlatform(one, `HARBOR${'q'.repeat(issuers.length)}`));
const [first = await newIssuingPlatform(one, 'HARBORz')] = issuers;
const show = async (id: string) => (await first.rest('GET', `/stablecoin-operations/${id}`)).body;
const heldAt = async (id: string) => (await provider.tell({ list: true })).filter((held) => held.id === id);

test.each([
  { point: 'operation created', isRetried: true, requests: 1 },
  { point: 'operation requested', isRetried: true, requests: 2 },
  { point: 'operation requested', isRetried: false, requests: 1 },
  { point: 'operation changed', isRetried: true, requests: 1 },
])('killed at "$point", retried: $isRetried, a mint is started once', async ({ point, isRetried, requests }) => {
  const victim = await startProcess({ env: { ...env, CRASH_AT: point } });
  const headers = { 'idempotency-key': randomUUID() };
  const send = (origin: string) => restAt(origin, first.authorization)('POST', first.mints, { body: first.body, headers });

  await send(victim.origin).catch(() => undefined);
  await Promise.race([victim.ended, notWithin('It did not die.')]);
  if (!isRetried) await makeDue(DATABASE_URL);
  const list = async () => (await first.rest('GET', `/stablecoins/${first.stablecoinId}/operations?limit=1`)).body.data[0];
  const { id } = isRetried
    ? (
        await eventually(
          () => send(other.origin),
          ({ status }) => status === 201,
        )
      ).body
    : await eventually(list, ({ status }) => status === 'PENDING_FUNDING');

  expect(await heldAt(id)).toMatchObject([{ id, requests }]);
  await provider.tell({ move: 'COMPLETED' });
  await makeDue(DATABASE_URL);
  await eventually(
    () => show(id),
    ({ status }) => status === 'COMPLETED',
  );
  await eventually(
    () => stepsOf(DATABASE_URL, id),
    (steps) => steps.length === 2,
  );
  expect(await stepsOf(DATABASE_URL, id)).toEqual(['SC_FUND', 'SC_MINT']);
});

test('killed between the steps of a memo, each is booked once', async () => {
  const victim = await startProcess({ env: { ...env, CRASH_AT: 'memo booked' } });
  const { report } = reportsOf(first.platformId, victim);
  const ids: string[] = [];
  const reportOne = async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await first.rest('POST', first.mints, { body: first.body, headers });
    ids.push(body.id);
    await report({ stablecoinOperationId: body.id, progress: { state: OperationState.COMPLETED } }).catch(() => undefined);
  };

  await untilDead(victim, reportOne);
  await provider.tell({ move: 'COMPLETED' }); // the last report may have come too late
  await makeDue(DATABASE_URL);

  for (const id of ids) {
    const steps = await eventually(
      () => stepsOf(DATABASE_URL, id),
      ({ length }) => length === 2,
    );
    expect(steps).toEqual(['SC_FUND', 'SC_MINT']);
  }
});

test('killed after the decision about a token, its platform follows the last one', async () => {
  const { PENDING_APPROVAL, ENABLING, ENABLED, DISABLED } = StablecoinServiceOperationsStatus;
  const victim = await startProcess({ env: { ...env, CRASH_AT: 'currency decided' } });
  const decide = ({ rpc }: { readonly rpc: string }, status: StablecoinServiceOperationsStatus) =>
    internalAt(StablecoinReportService, rpc, first.platformId).setServiceOperationsStatus({
      stablecoinId: first.stablecoinId,
      status,
    });
  const read = async () => (await first.rest('GET', `/stablecoins/${first.stablecoinId}`)).body.serviceOperationsStatus;
  for (const status of [PENDING_APPROVAL, ENABLING]) await decide(one, status);

  await untilDead(victim, async () => {
    await decide(victim, (await read()) === 'ENABLED' ? DISABLED : ENABLED).catch(() => undefined);
  });
  await makeDue(DATABASE_URL);

  const isLast = (await read()) === 'ENABLED';
  const has = async () => {
    const { supportedCurrencies } = (await first.rest('GET', '/config')).body;
    return supportedCurrencies.some(({ currencyCode }: { currencyCode: string }) => currencyCode === 'HARBOR');
  };
  expect(await eventually(has, (isCurrency) => isCurrency === isLast)).toBe(isLast);
});

/** Until the process dies at its crash point. Another process may run its job before it does. */
async function untilDead({ ended }: Awaited<ReturnType<typeof startProcess>>, act: () => Promise<void>): Promise<void> {
  const died = ended.then(() => true);
  for (let acts = 0; acts < 20; acts += 1) {
    await act();
    if (await Promise.race([died, turn(false)])) return;
  }
  await Promise.race([died, notWithin('It did not die.')]);
}

test('a provider that answers too late has started the operation once', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => first.rest('POST', first.mints, { body: first.body, headers });

  provider.pause();
  const late = await send(); // after ten seconds
  provider.resume();
  const { body } = await eventually(send, ({ status }) => status === 201);

  expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', '30']);
  expect((await heldAt(body.id)).length).toBe(1);
  expect((await first.rest('GET', `/stablecoins/${first.stablecoinId}/operations?limit=1`)).body.data[0].id).toBe(body.id);
});

test('parallel requests under one key, whose answers are lost, mint once', async () => {
  await provider.tell({ loseAnswers: true });
  const before = (await provider.tell({ list: true })).length;
  const headers = { 'idempotency-key': randomUUID() };
  const doors = [one, other].map(({ origin }) => restAt(origin, first.authorization));

  const answers = await atOnce(
    doors,
    Array.from({ length: count }, () => (door) => door('POST', first.mints, { body: first.body, headers })),
  );

  const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 409]))).toEqual(new Set());
  expect(new Set(made).size).toBe(1);
  expect((await provider.tell({ list: true })).length).toBe(before + 1);
  expect((await heldAt(made[0]))[0]?.requests).toBe(2);
});

test('parallel requests under many keys, whose answers are lost, mint once each, and end as the provider says', async () => {
  await provider.tell({ loseAnswers: true });
  const before = new Set((await provider.tell({ list: true })).map(({ id }) => id));
  const sends = Array.from({ length: count }, (_, index) => {
    const { mints, body, authorization } = issuers[index % issuers.length] ?? first;
    const door = restAt((index % 2 ? one : other).origin, authorization);
    const headers = { 'idempotency-key': randomUUID() };
    return () => door('POST', mints, { body, headers });
  });

  const answers = await atOnce([first.rest], sends);
  const made = (await provider.tell({ move: 'COMPLETED' })).filter(({ id }) => !before.has(id));
  await Promise.all(answers.map(({ body }, index) => reportTwice(body.id, index)));
  await makeDue(DATABASE_URL);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(made.map(({ id }) => id))).toEqual(new Set(answers.map(({ body }) => body.id)));
  expect(new Set(made.map(({ requests }) => requests))).toEqual(new Set([2]));
  await eventually(unfinished, (left) => left === 0);
  await eventually(unbalanced, (left) => left.length === 0);
});

/** The last report first, each twice, at both processes. Those of every second operation are lost. */
async function reportTwice(stablecoinOperationId: string, index: number): Promise<void> {
  if (index % 2) return;
  const { platformId } = issuers[index % issuers.length] ?? first;
  for (const process of [one, other])
    for (const state of [OperationState.COMPLETED, OperationState.PROCESSING])
      await reportsOf(platformId, process).report({ stablecoinOperationId, progress: { state } });
}

async function unfinished(): Promise<number> {
  const rows = await select(DATABASE_URL, `select from stablecoins.operation where status <> 'COMPLETED'`);
  if (rows.length > 0) await makeDue(DATABASE_URL);
  return rows.length;
}

/** Stablecoins whose tokens in circulation are not backed. */
const unbalanced = () =>
  select(
    DATABASE_URL,
    `select subaccount from accounts.balance where kind in ('STABLECOIN_BACKING', 'STABLECOIN_OUTSTANDING')
     group by subaccount having sum(case kind when 'STABLECOIN_BACKING' then -10000 * available else available end) <> 0
     union all select id::text from stablecoins.operation operation
     where (select count(*) from accounts.journal where subject = operation.id and fingerprint <> '') <> 2`,
  );

test('the credentials at the provider are nowhere in the database, in events or logs', async () => {
  const tables = await select<{ name: string }>(
    DATABASE_URL,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts = [apiClientSecret, Buffer.from(apiClientSecret).toString('hex')].map((text) => `%${text}%`);
  const found = [];
  for (const { name } of tables)
    found.push(...(await select(DATABASE_URL, `select from ${name} row where row::text like any($1) limit 1`, [texts])));

  expect(tables.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
  for (const process of [one, other]) expect(process.output()).not.toContain(apiClientSecret);
});
