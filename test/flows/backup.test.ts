// A backup of an installation with the embedded database, made while it pays, and restored into another folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { brokenInvariants } from '../kit/books.ts';
import { killAll, masterKey, startProcess } from '../kit/launch.ts';
import { newOperator, operatorWith } from '../kit/operator.ts';
import { eventually, makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';
import { startReceiver } from '../kit/receiver.ts';
import type { Rest } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';
import { pdf, upload } from '../services/customers/documents.ts';

const [source, target, written] = ['source', 'target', 'written'].map((name) => postgresFolder(`backup-${name}`));
if (!source || !target || !written) throw new Error('There are three folders.');
afterAll(async () => {
  killAll();
  for (const { remove } of [source, target, written]) await remove();
});
const folder = join(written.dataDir, 'monday');
const receiver = await startReceiver();

/** Pays until it is stopped. Returns the ids of the transactions that were acknowledged. */
function paying(rest: Rest, { from, to }: { from: string; to: string }) {
  const paid: string[] = [];
  const over = new AbortController();
  const done = (async () => {
    while (!over.signal.aborted) {
      const quote = await makeQuote(rest, { from, to, amount: 100 });
      const { status } = await rest('POST', `/quotes/${quote.id}/execute`);
      if (status === 200) paid.push(quote.transactionId);
    }
  })();
  const stop = async () => {
    over.abort();
    await done;
  };
  return { paid, stop };
}

/** Of the embedded database in this folder. */
function databaseUrl(dataDir: string): string {
  const [password, pid] = ['superuser.password', 'postmaster.pid'].map((name) =>
    readFileSync(join(dataDir, 'postgres', name), 'utf8'),
  );
  return `postgresql://postgres:${password?.trim()}@127.0.0.1:${pid?.split('\n')[3]}/postgres`;
}

test('a restored backup has everything that was acknowledged before it, and marks webhooks', async () => {
  const first = await startProcess({ env: { DATA_DIR: source.dataDir } });
  const rest = restAt(first.origin);
  await rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
  const payer = await makePayer(rest, 1_000_000);
  const payee = await makePayee(rest, payer.customerId);
  const document = await upload(rest, payer.customerId);
  const load = paying(rest, { from: payer.accountId, to: payee });
  await eventually(
    () => load.paid.length,
    (count) => count > 2,
  );
  const acknowledged = [...load.paid];
  const operator = await newOperator(first.rpc);

  const [made] = await operator.json('backup', '--to', folder);
  await load.stop();
  await first.end();
  const restored = await operatorWith({}).run('restore', folder, '--data-dir', target.dataDir);

  expect(made).toMatchObject({ folder, files: 2 });
  expect(restored.code, restored.err).toBe(0);
  expect(restored.out + restored.err).toContain('Set MASTER_KEY');
  expect(readdirSync(join(source.dataDir, 'backups'))).toEqual([]);
  expect(readFileSync(join(folder, 'database.tar')).includes(masterKey)).toBe(false);
  expect(existsSync(join(folder, 'master.key'))).toBe(false);
  expect(receiver.events.filter(({ headers }) => headers['x-service-restored-at'] !== undefined)).toEqual([]);

  const second = await startProcess({ env: { DATA_DIR: target.dataDir } });
  const again = restAt(second.origin);
  for (const id of acknowledged) expect((await again('GET', `/transactions/${id}`)).body.status, id).toBe('COMPLETED');
  expect(await brokenInvariants(databaseUrl(target.dataDir))).toEqual([]);
  const content = join(written.dataDir, 'passport.pdf');
  const { token } = JSON.parse(readFileSync(operator.environment.OPS_CREDENTIAL ?? '', 'utf8'));
  const reader = operatorWith({ OPS_URL: `http://${second.rpc}`, OPS_TOKEN: token });
  const { body: config } = await again('GET', '/config');
  await reader.json('customers', 'document', document.body.id, '--platform', uuidIn(config.id), '--to', content);
  expect(readFileSync(content)).toEqual(pdf);

  const quote = await makeQuote(again, { from: payer.accountId, to: payee, amount: 100 });
  await again('POST', `/quotes/${quote.id}/execute`);
  const delivery = await eventually(
    () => receiver.events.find(({ body }) => body.data.id === quote.transactionId),
    (found) => found !== undefined,
  );
  expect(delivery?.headers['x-service-restored-at']).toMatch(/^\d{4}-\d\d-\d\dT/);
  await second.end();
});
