// The commands of operators about payments: search, and payments whose jobs were given up.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { makePayer, makeQuote, makeSlowPayee } from '../kit/payments.ts';
import { startOps } from './ops-world.ts';

const { world, operator, ofPlatform } = await startOps();
const database = new Client({ connectionString: world.databaseUrl });
await database.connect();
afterAll(() => database.end());

const payer = await makePayer(world.rest);
const payee = await makeSlowPayee(world.rest, payer.customerId);
const { id: quoteId, transactionId } = await makeQuote(world.rest, { from: payer.accountId, to: payee });
await world.rest('POST', `/quotes/${quoteId}/execute`);

test('payments are found and shown', async () => {
  const found = await operator.json(
    'payments',
    'search',
    ...ofPlatform,
    '--customer',
    payer.customerId,
    '--status',
    'PROCESSING',
  );
  const [shown] = await operator.json('payments', 'show', transactionId, ...ofPlatform);
  const unknown = await operator.run('payments', 'show', `Transaction:${randomUUID()}`, ...ofPlatform);

  expect(found.map(({ id }) => id)).toEqual([transactionId]);
  expect([shown.id, shown.status]).toEqual([transactionId, 'PROCESSING']);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('TRANSACTION_NOT_FOUND')]);
});

test('a payment whose job was given up is stuck, until it is retried', async () => {
  const giveUp = `died_at = now(), failing_since = now(), failures = 20, last_error = 'The rail is lost.'`;
  await database.query(`update transfers.job set ${giveUp} where key like $1`, [`${uuidIn(transactionId)}%`]);

  const stuck = await operator.json('payments', 'stuck', ...ofPlatform, '--age', '1d');
  const dead = await operator.json('jobs', 'list', '--service', 'transfers', '--of', world.id);
  const [{ retried }] = await operator.json('payments', 'retry', transactionId, ...ofPlatform);
  const again = await operator.json('payments', 'retry', transactionId, ...ofPlatform);

  expect(stuck.map(({ id }) => id)).toEqual([transactionId]);
  expect(dead.map(({ lastError }) => lastError)).toEqual(dead.map(() => 'The rail is lost.'));
  expect([retried, again]).toEqual([dead.length, [{ transactionId, retried: 0 }]]);
  expect(dead.length).toBeGreaterThan(0);
});
