// Every operation that honours an Idempotency-Key, with concurrent calls under one key: one effect, and every call gets its answer.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import { operations } from './operations.ts';
import { requestOf, send } from './requests.ts';
import { makeThings } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);
const keyed = operations.filter(({ takesKey }) => takesKey);
/** These get more concurrent calls. */
const crowded = new Set(['createQuote', 'executeQuote', 'createTransferOut', 'createCustomer']);

test('quotes, their execution, transfers, KYC links and creations honour a key', () => {
  expect(keyed.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'createQuote',
      'executeQuote',
      'createTransferIn',
      'createTransferOut',
      'createKycLink',
      'createCustomer',
      'createBeneficialOwner',
      'createExternalAccount',
      'createPlatformExternalAccount',
      'createInvitation',
    ]),
  );
});

test.each(keyed)('$name takes effect once under a key, however many calls are concurrent', async (operation) => {
  const request = { ...requestOf(operation, things), headers: { 'idempotency-key': randomUUID() } };
  const count = crowded.has(operation.id) ? 200 : 3;

  const answers = await Promise.all(Array.from({ length: count }, () => send(world, operation, request)));
  const after = await send(world, operation, request);

  const early = answers.filter(({ status, headers }) => status === 409 && headers['retry-after'] === '1');
  const ended = answers.filter((answer) => !early.includes(answer));
  const own = ended.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
  expect(own).toHaveLength(1);
  expect(operation.successes, JSON.stringify(own[0]?.body)).toContain(own[0]?.status);
  for (const { status, body } of [...ended, after]) expect([status, body]).toEqual([own[0]?.status, own[0]?.body]);
  expect(after.headers['idempotent-replayed']).toBe('true');
});
