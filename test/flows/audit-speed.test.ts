// How many payments per second the audit checks, including their books. AUDIT_ROWS=10000 is the long form.
import { expect, test } from 'vitest';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { select } from '../kit/books.ts';
import { expectErrors } from '../kit/log.ts';
import { makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';

expectErrors('Ledger invariant violated.'); // the balances of the copied postings are not copied

const world = await startWorld();
const count = Number(process.env.AUDIT_ROWS ?? 4_000);
const copies = `(select ('f0000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid as id from generate_series(1, ${count}) i) copy`;
const copyOf = (id: string) => `md5(copy.id::text || ${id}::text)::uuid`;

/** Copies of an ended payment, with all of its postings. */
async function copyPayment(id: string): Promise<void> {
  const changes = `jsonb_build_object('id', copy.id, 'quote_id', copy.id, 'reference', copy.id)`;
  await select(
    world.databaseUrl,
    `insert into transfers.transaction select (jsonb_populate_record(t, ${changes})).* from transfers.transaction t, ${copies} where t.id = $1`,
    [id],
  );
  await select(
    world.databaseUrl,
    `insert into accounts.journal (id, platform_id, subject, step, fingerprint, created_at)
     select ${copyOf('j.id')}, platform_id, copy.id, step, fingerprint, created_at from accounts.journal j, ${copies} where subject = $1`,
    [id],
  );
  await select(
    world.databaseUrl,
    `insert into accounts.posting (platform_id, journal_id, line, balance_id, part, currency, amount)
     select p.platform_id, ${copyOf('j.id')}, line, balance_id, part, currency, amount
     from accounts.posting p join accounts.journal j on j.id = p.journal_id, ${copies} where subject = $1`,
    [id],
  );
  await select(world.databaseUrl, 'analyze');
}

test('sound payments are checked with their books, and the rate is printed', async () => {
  const payer = await makePayer(world.rest, 100_000);
  const to = await makePayee(world.rest, payer.customerId);
  const { id, transactionId } = await makeQuote(world.rest, { from: payer.accountId, to, amount: 20_000 });
  expect((await world.rest('POST', `/quotes/${id}/execute`)).body.status).toBe('COMPLETED');
  await copyPayment(uuidIn(transactionId));

  const begun = performance.now();
  await world.running.audit();
  const seconds = (performance.now() - begun) / 1000;

  console.info(`Audit: ${count} payments and their books in ${seconds.toFixed(2)} s, ${Math.round(count / seconds)} a second.`);
  const [found] = await select<{ count: string }>(world.databaseUrl, 'select count(*) from transfers.audit_finding');
  expect(found?.count).toBe('0');
});
