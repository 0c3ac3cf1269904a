// The log of operators: each call with its result, in a chain in which a changed or removed entry is found.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallOptions, createClient } from '@connectrpc/connect';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { OperatorEntryKind, OperatorLogService } from '../../../gen/payments/auth/v1/operator_log_pb.ts';
import { OperatorDirectoryService, OperatorService } from '../../../gen/payments/auth/v1/operator_pb.ts';
import { TokenService } from '../../../gen/payments/auth/v1/token_pb.ts';
import { OperatorScope } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { anchorsFile } from '../../../services/auth/anchors/anchors.ts';
import { operatorEntryIn } from '../../../services/auth/convert-operator.ts';
import { hashAfter, type LogHead, logVerifier, type OperatorEntry } from '../../../services/auth/domain/operator-log.ts';
import { startWorld } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { openRpcDoors } from '../../kit/rpc-doors.ts';

const hook = await startReceiver();
const world = await startWorld({ settings: { operatorLogHookUrl: hook.url } });
const transport = new Map(await openRpcDoors(world)).get('gRPC');
if (!transport) throw new Error('There is no gRPC door.');
const database = new Client({ connectionString: world.databaseUrl });
await database.connect();
afterAll(() => database.end());

const created = await world.internal(OperatorDirectoryService).initializeOperators({ name: 'Ada', expiresInDays: 300 });
const operatorId = created.operator?.id ?? '';
const limits = createClient(VolumeLimitService, transport);
const operators = createClient(OperatorService, transport);
const tokens = createClient(TokenService, transport);
const limit = { sendingCurrency: 'USD', receivingCurrency: 'EUR', dailyMax: 500n };

const as = (token: string, requestId = 'test'): CallOptions => ({
  headers: { authorization: `Bearer ${token}`, 'x-platform-id': world.id, 'x-request-id': requestId },
});

async function log(): Promise<OperatorEntry[]> {
  const { entries } = await world.internal(OperatorLogService).listOperatorEntries({ limit: 500 });
  return entries.map(operatorEntryIn);
}

const recorded = (entries: readonly OperatorEntry[], requestId: string) =>
  entries.filter((entry) => entry.requestId === requestId);

/** Lets the sweep write the last entry. */
async function anchoredHeads(): Promise<LogHead[]> {
  world.wall.advance(60_000);
  await world.settle();
  const lines = readFileSync(join(world.dataDir, anchorsFile), 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .map(({ sequence, hash }) => ({ sequence: BigInt(sequence), hash: Buffer.from(hash, 'hex') }));
}

test('a call is recorded with its result, and the ids in its request', async () => {
  const tokenId = `Token:${randomUUID()}`;
  const method = 'payments.auth.v1.TokenService/DeleteToken';

  const refused = await tokens.deleteToken({ tokenId }, as(created.token, 'deletion')).catch(() => 'refused');

  const entries = await log();
  expect(refused).toBe('refused');
  expect(recorded(entries, 'deletion')).toMatchObject([
    { kind: 'CALL', operatorId, method, platformId: world.id, subjects: [tokenId], resultOf: null, code: null },
    {
      kind: 'RESULT',
      operatorId,
      resultOf: entries.find(({ requestId }) => requestId === 'deletion')?.sequence,
      code: 'TOKEN_NOT_FOUND',
    },
  ]);
});

test('a call beyond the scopes of the operator is recorded', async () => {
  const { operator, token } = await operators.createOperator(
    { name: 'Grace', scopes: [OperatorScope.VIEW], expiresInDays: 30 },
    as(created.token),
  );

  await limits.setVolumeLimit(limit, as(token, 'beyond')).catch(() => undefined);

  expect(recorded(await log(), 'beyond')).toMatchObject([{ kind: 'DENIAL', operatorId: operator?.id, code: 'FORBIDDEN' }]);
});

test('operators read the log in pages', async () => {
  const client = createClient(OperatorLogService, transport);

  const { entries, lastSequence } = await client.listOperatorEntries({ after: 1n, limit: 2 }, as(created.token));

  expect(entries.map(({ sequence }) => sequence)).toEqual([2n, 3n]);
  expect(entries.map(({ kind }) => kind)).not.toContain(OperatorEntryKind.UNSPECIFIED);
  expect(lastSequence).toBe((await log()).at(-2)?.sequence); // of the moment of the call, before its result
});

test('calls at the same time form one chain', async () => {
  await Promise.all(Array.from({ length: 12 }, () => limits.listVolumeLimits({}, as(created.token))));

  const entries = await log();
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => BigInt(index + 1)));
  expect(problemsOf(entries)).toEqual([]);
});

test('a call that cannot be recorded does not run', async () => {
  await database.query('alter table auth.operator_entry rename to absent');

  const refused = await limits.setVolumeLimit(limit, as(created.token)).catch(() => 'refused');

  await database.query('alter table auth.absent rename to operator_entry');
  expect(refused).toBe('refused');
  expect((await limits.listVolumeLimits({}, as(created.token))).limits).toEqual([]);
});

test('the last entry is written to a file and to the hook', async () => {
  const heads = await anchoredHeads();

  const last = (await log()).at(-1);
  expect(heads.at(-1)).toEqual({ sequence: last?.sequence, hash: last?.hash });
  expect(hook.received.at(-1)?.body).toMatchObject({ sequence: `${last?.sequence}`, hash: last?.hash.toString('hex') });
});

test('changed and removed entries are found', async () => {
  const heads = await anchoredHeads();
  const entries = await log();
  const changed = entries.map((entry) => (entry.sequence === 3n ? { ...entry, code: 'OK' } : entry));

  expect(problemsOf(entries, heads)).toEqual([]);
  expect(problemsOf(changed, heads)).toEqual(['Entry 3 does not continue the chain.']);
  expect(problemsOf(entries.toSpliced(2, 1), heads)).toContain('Entry 3 is missing, or is not in its place.');
  expect(problemsOf(entries.slice(0, -1), heads)).toEqual([`Entry ${entries.length} was anchored, and is missing.`]);
  expect(problemsOf(rewritten(changed), heads)).toContain(`Entry ${entries.length} differs from the one that was anchored.`);
});

function problemsOf(entries: readonly OperatorEntry[], heads: readonly LogHead[] = []): readonly string[] {
  const verifier = logVerifier(heads);
  for (const entry of entries) verifier.add(entry);
  return verifier.end().problems;
}

/** With a chain of its own, as someone with access to the database can write it. */
function rewritten(entries: readonly OperatorEntry[]): OperatorEntry[] {
  let previous: Buffer = Buffer.alloc(32);
  return entries.map((entry) => {
    previous = hashAfter(previous, entry);
    return { ...entry, hash: previous };
  });
}
