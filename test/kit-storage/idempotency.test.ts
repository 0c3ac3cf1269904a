// Idempotency keys: which call runs, which waits, and which gets the stored answer.
import { create } from '@bufbuild/protobuf';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { type Claim, type Claimed, idempotencyTable, type KeyedRequest } from '../../services/kit/calls/idempotency.ts';
import { idempotentOver } from '../../services/kit/calls/idempotent.ts';
import { hashingWith, openSecrets, ringOf } from '../../services/kit/storage/secrets.ts';
import { testDatabase } from '../kit/database.ts';
import { ManualWall } from '../kit/wall.ts';
import { openStorage } from './storage.ts';

const database = await openStorage(await testDatabase());
afterAll(() => database.close());
const wall = new ManualWall();
const table = idempotencyTable(database, wall);
const request: KeyedRequest = {
  platformId: crypto.randomUUID(),
  scope: 'Quotes/Execute 1',
  key: 'key',
  fingerprints: [Buffer.from('a')],
};
const reply = Buffer.from('reply');

beforeEach(async () => void (await database.query(sql`truncate idempotency`)));

function claimIn(claimed: Claimed): Claim {
  if (claimed.kind !== 'run') throw new Error(`expected to run, got ${claimed.kind}`);
  return claimed.claim;
}

test.each<[string, (claim: Claim) => Promise<unknown>, Partial<typeof request>, Claimed]>([
  ['while the first runs, the second gets a conflict', async () => undefined, {}, { kind: 'running' }],
  ['after a reply, it is replayed', (claim) => table.finish(claim, { reply }), {}, { kind: 'replay', reply }],
  ['after a refusal, it is replayed', (claim) => table.finish(claim, { error: reply }), {}, { kind: 'replay', error: reply }],
  [
    'another body is a mismatch while the first runs',
    async () => undefined,
    { fingerprints: [Buffer.from('b')] },
    { kind: 'mismatch' },
  ],
  [
    'another body is a mismatch afterwards',
    (claim) => table.finish(claim, { reply }),
    { fingerprints: [Buffer.from('b')] },
    { kind: 'mismatch' },
  ],
])('%s', async (_, then, other, expected) => {
  await then(claimIn(await table.claim(request)));

  expect(await table.claim({ ...request, ...other })).toEqual(expected);
});

test.each([
  ['platform', { platformId: crypto.randomUUID() }],
  ['scope', { scope: 'Quotes/Execute 2' }],
  ['key', { key: 'other' }],
])('a key belongs to one %s', async (_, other) => {
  const first = claimIn(await table.claim(request));

  expect(claimIn(await table.claim({ ...request, ...other })).operationId).not.toBe(first.operationId);
});

test('of concurrent calls, one runs', async () => {
  const claimed = await Promise.all(Array.from({ length: 8 }, () => table.claim(request)));

  expect(claimed.map(({ kind }) => kind).toSorted()).toEqual(['run', ...Array.from({ length: 7 }, () => 'running')].toSorted());
});

test('a call of a dead process continues under the same operation, once', async () => {
  const first = claimIn(await table.claim(request));

  wall.advance(60_001);
  const claimed = await Promise.all([table.claim(request), table.claim(request)]);

  expect(claimed.map(({ kind }) => kind).toSorted()).toEqual(['run', 'running']);
  expect(claimIn(claimed.find(({ kind }) => kind === 'run') ?? { kind: 'running' }).operationId).toBe(first.operationId);
});

test('an interrupted call continues immediately, under the same operation', async () => {
  const first = claimIn(await table.claim(request));

  await table.suspend(first);

  expect(await table.claim({ ...request, fingerprints: [Buffer.from('b')] })).toEqual({ kind: 'mismatch' });
  expect(claimIn(await table.claim(request)).operationId).toBe(first.operationId);
});

test('a released key is as good as new', async () => {
  const first = claimIn(await table.claim(request));

  await table.release(first);

  expect(claimIn(await table.claim({ ...request, fingerprints: [Buffer.from('b')] })).operationId).not.toBe(first.operationId);
});

test('fingerprints are keyed: under another hash key, the same request is another one', async () => {
  const { setCounterpartyRules: desc } = AccountDirectoryService.method;
  const caller = { platformId: request.platformId, environment: 'sandbox', permissions: [], clockOffsetMs: 0 } as const;
  const call = { caller, requestId: 'request-1', signal: new AbortController().signal, admitted: true };
  const run = (hashKey: Buffer) => {
    const secrets = { ...openSecrets([Buffer.alloc(32, 1)]), ...hashingWith(() => [ringOf(hashKey)]) };
    const keyed = { request: create(desc.input), call, idempotencyKey: 'key', run: async () => create(desc.output) };
    return idempotentOver(table, secrets)(desc)(keyed);
  };
  await run(Buffer.alloc(32, 2));

  expect((await run(Buffer.alloc(32, 2))).replayed).toBe(true);
  await expect(run(Buffer.alloc(32, 3))).rejects.toMatchObject({ details: { reason: 'IDEMPOTENCY_KEY_REUSED' } });
});

test('an answer is kept for a day, then removed', async () => {
  await table.finish(claimIn(await table.claim(request)), { reply });

  wall.advance(24 * 60 * 60 * 1000 - 1);
  expect(await table.sweep()).toBe(0);
  expect((await table.claim(request)).kind).toBe('replay');
  wall.advance(2);
  expect(await table.sweep()).toBe(1);
  expect((await table.claim(request)).kind).toBe('run');
});
