// How many journals per second the ledger audit reads, and what a later run costs. AUDIT_JOURNALS=1000000 is the long form.
import { afterAll, expect, test } from 'vitest';
import { startAccounts } from './accounts-world.ts';

const ours = await startAccounts();
afterAll(() => ours.close());
const journals = Number(process.env.AUDIT_JOURNALS ?? 20_000);
const balances = 500;

/** Journals of three lines over this many accounts, as on large platforms; the balances are correct. */
async function fill(platformId: string): Promise<void> {
  const { database } = ours;
  const account = (number: string) => `md5('account ' || (${number}) % ${balances})::uuid`;
  await database.query(
    `insert into balance (id, platform_id, kind, currency, never_negative, changed_at)
     select ${account('n')}, $1, 'FX', 'USD', false, now() from generate_series(1, ${balances}) n`,
    [platformId],
  );
  await database.query(
    `insert into journal (id, platform_id, subject, step, fingerprint, created_at)
     select md5('journal ' || n)::uuid, $1, md5('subject ' || n / 4)::uuid, 'STEP_' || n % 4, '\\x01', now()
     from generate_series(1, ${journals}) n`,
    [platformId],
  );
  await database.query(
    `insert into posting (platform_id, journal_id, line, balance_id, part, currency, amount)
     select $1, md5('journal ' || n)::uuid, line, ${account('n + line * line')}, 'available', 'USD', amount
     from generate_series(1, ${journals}) n, (values (1, -5), (2, 3), (3, 2)) lines(line, amount)`,
    [platformId],
  );
  await database.query(
    `update balance set available = sum from (select balance_id, sum(amount) from posting group by 1) sums where id = balance_id`,
  );
  await database.query('analyze');
}

const sums = async () => (await ours.database.query('select xmin, balance_id, part from audited_sum order by 2, 3')).rows;

test('new journals are read once, at a high rate, and never again, not even after an interrupted run', async () => {
  const platform = ours.newPlatform();
  await fill(platform.id);
  const secondsOf = async (look: () => Promise<unknown>) => {
    const begun = performance.now();
    await look();
    return (performance.now() - begun) / 1000;
  };
  const look = async () => expect((await platform.ledger.audit({})).findings).toEqual([]);

  await ours.database.query('alter table internal_account rename to elsewhere');
  const first = await secondsOf(() => expect(look()).rejects.toThrow('internal_account'));
  await ours.database.query('alter table elsewhere rename to internal_account');
  const before = await sums();
  const second = await secondsOf(look);

  const rate = Math.round(journals / first);
  console.info(
    `Ledger audit: ${journals} journals in ${first.toFixed(2)} s, ${rate} a second; a look without new ones ${second.toFixed(2)} s.`,
  );
  expect(before).toHaveLength(balances);
  expect(await sums()).toEqual(before);
});
