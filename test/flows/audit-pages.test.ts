// Audits over more than one page: nothing is skipped at a page boundary.
import { expect, test } from 'vitest';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { select } from '../kit/books.ts';
import { expectErrors } from '../kit/log.ts';
import { makePayee, makePayer, makeQuote } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';

expectErrors('Ledger invariant violated.');

const world = await startWorld();
const ended = 1_250;
/** Counts around the page size of 400. */
const atEdges = [1, 2, 399, 400, 401, 799, 800, 801, 1_199, 1_200, 1_201, 1_249, 1_250];
const idAt = (number: number) => `f0000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const wrong = atEdges.map(idAt);
const copies = `(select ('f0000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid as id from generate_series(1, ${ended}) i) copy`;

/** A payment of 200 dollars, executed or only quoted. */
async function offer(isExecuted = false): Promise<string> {
  const payer = await makePayer(world.rest, 100_000);
  const to = await makePayee(world.rest, payer.customerId);
  const { id, transactionId } = await makeQuote(world.rest, { from: payer.accountId, to, amount: 20_000 });
  if (isExecuted) expect((await world.rest('POST', `/quotes/${id}/execute`)).body.status).toBe('COMPLETED');
  return uuidIn(transactionId);
}

test('payments that disagree with the books', async () => {
  const offered = await offer();
  const changes = `jsonb_build_object('id', copy.id, 'quote_id', copy.id, 'reference', copy.id, 'state', 'EXPIRED', 'lapses_at', null)`;
  await select(
    world.databaseUrl,
    `insert into transfers.transaction select (jsonb_populate_record(t, ${changes})).* from transfers.transaction t, ${copies} where t.id = $1`,
    [offered],
  );
  await select(world.databaseUrl, `update transfers.transaction set state = 'DELIVERED' where id = any($1::uuid[])`, [wrong]);

  await world.running.audit();

  const found = await select<{ id: string }>(
    world.databaseUrl,
    'select transaction_id as id from transfers.audit_finding order by 1',
  );
  expect(found.map(({ id }) => id)).toEqual(wrong);
});

test('money that moved for no transaction', async () => {
  const paid = await offer(true);
  await select(world.databaseUrl, `delete from transfers.transaction where id in (select id from ${copies})`);
  await select(
    world.databaseUrl,
    `insert into accounts.journal (id, platform_id, subject, step, fingerprint, created_at)
     select copy.id, platform_id, copy.id, step, fingerprint, created_at from accounts.journal, ${copies}
     where subject = $1 and step = 'HOLD'`,
    [paid],
  );
  await select(
    world.databaseUrl,
    `insert into accounts.posting (platform_id, journal_id, line, balance_id, part, currency, amount)
     select p.platform_id, copy.id, line, balance_id, part, currency, amount
     from accounts.posting p join accounts.journal j on j.id = p.journal_id, unnest($2::uuid[]) copy (id)
     where subject = $1 and step = 'HOLD'`,
    [paid, wrong],
  );

  await world.running.audit();

  const found = await select<{ id: string }>(world.databaseUrl, 'select subject as id from transfers.stray_subject order by 1');
  expect(found.map(({ id }) => id)).toEqual(wrong);
});
