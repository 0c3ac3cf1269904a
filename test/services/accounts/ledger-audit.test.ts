// The ledger audit: it finds every kind of inconsistency, whatever its age, and nothing in consistent books.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { house, type Platform, startAccounts } from './accounts-world.ts';
import { hold, move } from './journals.ts';

const ours = await startAccounts();
afterAll(() => ours.close());
const dayMs = 86_400_000;

/** A platform whose customer has 700 and has paid 200 of it; the audit has read everything. */
async function audited(): Promise<{ platform: Platform; account: string; paid: string }> {
  const platform = ours.newPlatform();
  const account = await platform.newAccount();
  const paid = randomUUID();
  await platform.fund(account, 700n);
  await platform.ledger.post({ subject: paid, step: 'HOLD', legs: hold(account, 200n) });
  expect(await findings(platform)).toEqual([]);
  return { platform, account, paid };
}

const findings = async (platform: Platform) => (await platform.ledger.audit({})).findings;

const tamper = (statement: string, ...values: unknown[]) => ours.database.query(statement, values);

test('the first booking after an audit of empty books is read', async () => {
  const empty = await startAccounts();
  onTestFinished(() => empty.close());
  const platform = empty.newPlatform();
  expect(await findings(platform)).toEqual([]);

  await platform.fund(await platform.newAccount(), 700n);

  expect(await findings(platform)).toEqual([]);
});

interface Defect {
  readonly what: string;
  readonly found: RegExp;
  readonly change: (of: Awaited<ReturnType<typeof audited>>) => Promise<unknown>;
}

const theLine = `where journal_id = (select id from journal where subject = $1) and line = 1`;
const copiedHold = `
  with made as (
    insert into journal (id, platform_id, subject, step, fingerprint, created_at)
    select gen_random_uuid(), platform_id, subject, 'HOLD_2', fingerprint, created_at from journal where subject = $1 returning *
  )
  insert into posting select platform_id, made.id, line, balance_id, part, currency, 0
  from made join posting using (platform_id) where journal_id = (select id from journal where subject = $1)`;

const defects: readonly Defect[] = [
  {
    what: 'a journal that does not sum to zero',
    found: /^The journal .* does not sum to zero in USD: 5 are too many\.$/,
    change: ({ paid }) => tamper(`update posting set amount = amount + 5 ${theLine}`, paid),
  },
  {
    what: 'a journal without lines',
    found: /^The journal .* has no lines\.$/,
    change: ({ paid }) => tamper('delete from posting where journal_id = (select id from journal where subject = $1)', paid),
  },
  {
    what: 'a step that was booked twice',
    found: /^.* has 2 journals HOLD, and may have one\.$/,
    change: ({ paid }) => tamper(copiedHold, paid),
  },
  {
    what: 'lines without a journal',
    found: /^A line of -?200 USD belongs to no journal of its platform: /,
    change: ({ paid }) => tamper('delete from journal where subject = $1', paid),
  },
  {
    what: 'a line on an account of another platform',
    found: /^The journal .* books USD on .*, which is not of its platform or not in this currency\.$/,
    change: async ({ paid }) =>
      tamper(`update posting set balance_id = $2 ${theLine}`, paid, await ours.newPlatform().newAccount('USD')),
  },
  {
    what: 'a line in another currency than its account',
    found: /^The journal .* books EUR on .*, which is not of its platform or not in this currency\./,
    change: ({ paid }) => tamper(`update posting set currency = 'EUR' ${theLine}`, paid),
  },
  {
    what: 'a balance that differs from its lines',
    found: /^The balance held of .* is 201, its lines sum to 200\.$/,
    change: ({ account }) => tamper('update balance set held = held + 1 where id = $1', account),
  },
  {
    what: 'an internal account without a balance',
    found: /^The internal account .* has no balance, or one of another currency\.$/,
    change: ({ account }) => tamper(`update balance set kind = 'FX' where id = $1`, account),
  },
];

test.each(defects)('within a month $what is found in audited books', async ({ found, change }) => {
  const books = await audited();

  await change(books);
  ours.wall.advance(31 * dayMs);

  expect(await findings(books.platform)).toContainEqual(expect.stringMatching(found));
  expect(await findings(ours.newPlatform())).toEqual([]);
});

test('a negative balance is found', async () => {
  const { platform, account } = await audited();
  await tamper('alter table balance drop constraint balance_held_check');

  await tamper('update balance set held = -200, available = available + 400 where id = $1', account);

  expect(await findings(platform)).toEqual([expect.stringMatching(/is negative: 900, held -200, pending 0\./)]);
});

test('within a month changed lines that still sum to zero are found, until they are corrected', async () => {
  const { platform, account, paid } = await audited();
  const change = `update posting set amount = amount * $2 where journal_id = (select id from journal where subject = $1)`;

  await tamper(change, paid, 2);
  ours.wall.advance(31 * dayMs);
  const found = await findings(platform);
  await tamper(change.replace('*', '/'), paid, 2);

  expect(found).toEqual([expect.stringContaining(`of ${account} is`)]);
  expect(await findings(platform)).toEqual([]);
});

test('a journal that commits after later ones were read is read too', async () => {
  const { platform, account, paid } = await audited();
  const late = await ours.database.connect();
  await late.query('begin');
  await late.query(
    `insert into journal (id, platform_id, subject, step, fingerprint, created_at)
     select gen_random_uuid(), platform_id, gen_random_uuid(), 'LATE', fingerprint, created_at from journal where subject = $1`,
    [paid],
  );
  await platform.ledger.post({ subject: randomUUID(), step: 'HOLD', legs: hold(account, 5n) });
  const before = await findings(platform);

  await late.query('commit');
  late.release();

  expect([before, await findings(platform)]).toEqual([[], [expect.stringMatching(/has no lines/)]]);
});

test('two concurrent audits find nothing in consistent books during writes', async () => {
  const { platform, account } = await audited();
  const { FUNDING } = HouseAccountKind;
  const over = new AbortController();
  const caller = async () => {
    while (!over.signal.aborted) {
      await platform.ledger
        .post({ subject: randomUUID(), step: 'FUND', legs: move(house(FUNDING), house(FUNDING), 1n) })
        .catch(() => undefined);
      await platform.fund(account, 1n);
    }
  };
  const callers = Array.from({ length: 8 }, caller);

  const found: string[][] = [];
  for (let look = 0; look < 4; look += 1) {
    ours.wall.advance(31 * dayMs);
    found.push(...(await Promise.all([findings(platform), findings(platform)])));
  }
  over.abort();
  await Promise.all(callers);

  expect(found.flat()).toEqual([]);
});
