// The invariants of the ledger and its users, checked with SQL across the schemas of two services.
import type { Client } from 'pg';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { states } from '../../services/transfers/domain/record/transaction.ts';
import { asTester } from './citus.ts';
import { connectionTo } from './connections.ts';

/** The violations, in sentences. Nothing may be under way. Platform by platform, because a platform and its forks have the same ids. */
export async function brokenInvariants(databaseUrl: string): Promise<string[]> {
  const client = await connectionTo(asTester(databaseUrl));
  const findings: string[] = [];
  const { rows } = await client.query<{ id: string }>(platformsWithBooks);
  for (const { id } of rows) findings.push(...(await brokenInvariantsOf(id, client)));
  return findings;
}

/** The same for one platform's books: the cost does not grow with the number of platforms. */
export async function brokenInvariantsOf(platformId: string, client: Client): Promise<string[]> {
  return findingsOf((await client.query({ name: 'books', text: platformBooks, values: [platformId] })).rows);
}

const findingsOf = (rows: readonly { finding?: string }[]) => rows.map(({ finding }) => finding ?? '');

/** Steps booked for a transaction, in order. `id` is the public one. */
export async function stepsOf(databaseUrl: string, id: string): Promise<string[]> {
  const uuid = uuidIn(id);
  const rows = await select<{ step: string }>(
    databaseUrl,
    "select step from accounts.journal where subject = $1 and fingerprint <> '' order by number",
    [uuid],
  );
  return rows.map(({ step }) => step);
}

const schemas = ['accounts', 'agents', 'auth', 'cards', 'customers', 'platform', 'stablecoins', 'transfers', 'webhooks'];

/** As if the leases of dead processes had expired. */
export async function forgetTheDead(databaseUrl: string): Promise<void> {
  const moves = schemas.flatMap((schema) => [
    `update ${schema}.job set locked_until = null, claim = null where locked_until is not null`,
    `update ${schema}.outbox set claimed_until = null where claimed_until is not null`,
    `update ${schema}.idempotency set lease_until = '-infinity' where finished_at is null`,
  ]);
  await select(databaseUrl, [...moves, 'update webhooks.lane set locked_until = now()'].join(';\n'));
}

/** Likewise, and as if the delays of later work had passed. */
export async function makeDue(databaseUrl: string): Promise<void> {
  await forgetTheDead(databaseUrl);
  const moves = schemas.flatMap((schema) => [
    `update ${schema}.job set due_at = now() where due_at > now()`,
    `select pg_notify('${schema}.job', ''), pg_notify('${schema}.outbox', '')`,
  ]);
  const begun = `update cards.card_transaction set due_at = now() where due_at > now() and ${isBegun}`;
  const requested = 'update cards.card_opening set due_at = now() where due_at > now()';
  await select(databaseUrl, [...moves, begun, requested].join(';\n'));
}

/** Of a card transaction: any process continues it when it is due. */
const isBegun = 'happening is not null';

/** The remaining work: jobs, events, deliveries and card transactions that were requested or begun. */
export async function leftToDo(databaseUrl: string): Promise<number> {
  const counts = schemas.flatMap((schema) => [
    `(select count(*) from ${schema}.job where due_at < now() + interval '1 minute')`,
    `(select count(*) from ${schema}.outbox)`,
  ]);
  const pending = `(select count(*) from webhooks.delivery where state = 'PENDING')`;
  const begun = `(select count(*) from cards.card_transaction where ${isBegun})`;
  const requested = '(select count(*) from cards.card_opening)';
  const all = [...counts, pending, begun, requested];
  const [row] = await select<{ left: string }>(databaseUrl, `select ${all.join(' + ')} as left`);
  return Number(row?.left);
}

export async function select<Row extends object>(url: string, statement: string, values?: unknown[]): Promise<Row[]> {
  const client = await connectionTo(asTester(url));
  const { rows } = await client.query<Row>(statement, values);
  return rows;
}

/** What each transaction has moved on each kind of account, and on each internal account by its role. */
const moved = `moved as materialized (
  select subject, kind, balance_id, part, sum(amount) as amount
  from journal j join posting p on p.journal_id = j.id join balance b on b.id = p.balance_id
  group by subject, kind, balance_id, part)`;

const isOutgoing = `t.kind in ('PAYMENT', 'TRANSFER_OUT')`;
const isNotBegun = `state in ('OPEN', 'AWAITING_APPROVAL', 'AWAITING_PROOF', 'EXPIRED', 'FAILED')`;
const isOver = `state in ('DELIVERED', 'COMPLETED', 'CANCELLED', 'REFUNDED', 'RETURNED', 'SUSPENDED', 'CANCELLED_SUSPENDED', 'REJECTED',
  'LATE_REFUNDED', 'LATE_SUSPENDED')`;
/** A pending deposit waits for its rail. */
const isUnderWay = `not (${isNotBegun} or ${isOver} or state = 'SEEN')`;

/** Units of its account per unit of a card transaction. */
const unitsOf = (card: string) => `case ${card}.funding_currency when 'USDB' then 10000 else 1 end`;

/** The status of each state, as rows. */
const shownRows = Object.entries(states)
  .flatMap(([kind, table]) => Object.entries(table).map(([state, { shown }]) => `('${kind}', '${state}', '${shown}')`))
  .join(', ');

/** Each asks the books that `over` gives it. */
const questions = [
  `select format('journal %s does not sum to zero in %s', journal_id, currency) as finding
   from posting group by journal_id, currency having sum(amount) <> 0`,

  `select format('balance %s of %s is not the sum of its postings', part, id)
   from (select id, part, amount from balance,
           lateral (values ('available', available), ('held', held), ('pendingIn', pending_in)) parts (part, amount)) kept
   full join (select balance_id as id, part, sum(amount) as amount from posting group by 1, 2) booked using (id, part)
   where coalesce(kept.amount, 0) <> coalesce(booked.amount, 0)`,

  `select format('balance %s is negative', id) from balance where never_negative and least(available, held, pending_in) < 0`,

  `select format('%s has fees %s, %s of them of the platform, of %s', id, fees, platform_fees, sent_amount) from transaction t
   where ${isOutgoing} and not (platform_fees <= fees and fees < sent_amount)`,

  `select format('journal %s touches two platforms', journal_id) from posting p
   join balance b on b.id = p.balance_id join journal j on j.id = p.journal_id
   where b.platform_id <> j.platform_id`,

  `select format('account %s holds %s, its open transactions %s', id, held, coalesce(owed, 0))
   from balance left join (
     select id, sum(owed) as owed from (
       select split_part(sender, ':', 2)::uuid as id, sent_amount as owed from transaction t
       where sender like 'InternalAccount:%' and ${isOutgoing} and ${isUnderWay}
         and exists (select from journal where subject = t.id and step like 'HOLD%' and fingerprint <> '')
         and not exists (select from journal where subject = t.id and step in ('DISPATCH', 'RELEASE') and fingerprint <> '')
       union all select account_id, held * ${unitsOf('c')} from card_transaction c
     ) holding group by 1
   ) open using (id)
   where kind = 'INTERNAL' and held <> coalesce(owed, 0)`,

  `select format('%s has %s journals %s', subject, count(*), step) from (
     select subject, regexp_replace(step, '_\\d+$', '') as step from journal where fingerprint <> '') steps
   where step in ('HOLD', 'DISPATCH', 'SETTLE', 'RELEASE', 'REVERSE', 'REFUND_DONE', 'REFUND_FAIL', 'IN', 'IN_RETURN', 'DEBIT')
   group by subject, step having count(*) > 1`,

  `select format('%s moved money and is no transaction', subject) from moved
   where amount <> 0 and not exists (select from transaction t where t.id = subject)
     and not exists (select from card_transaction c where c.id = subject)
     and not exists (select from card_settlement s where s.id = subject)`,

  `select format('card transaction %s is %s and holds %s, owes %s; booked are %s', c.id, state, held, owed, booked) from card_transaction c
   cross join lateral (
     select coalesce(sum(amount) filter (where part = 'held'), 0) as held_moved,
       coalesce(sum(amount) filter (where kind = 'CARD_RECEIVABLE'), 0) as owed_moved,
       string_agg(concat_ws(' ', kind, part, amount), ', ') as booked
     from moved where subject = c.id) sums
   where happening is null and (held_moved <> held * ${unitsOf('c')} or owed_moved <> -owed * ${unitsOf('c')})`,

  `select format('card transaction %s is %s and its event is not carried out', id, state) from card_transaction where happening is not null`,

  `select format('%s is %s and leaves %s in %s %s', subject, state, amount, moved.kind, part) from moved
   join transaction t on t.id = subject
   where amount <> 0 and (${isNotBegun} or ${isOver})
     and (moved.kind in ('FUNDING', 'PAYOUT', 'REFUND', 'FEE_PLATFORM_PENDING') or part in ('held', 'pendingIn')
       or moved.kind = 'REFUND_SUSPENSE' and refund_status is distinct from 'FAILED')`,

  `select format('%s is %s with refund %s and its source has moved by %s', t.id, state, refund_status, coalesce(amount, 0))
   from transaction t left join (
     select subject, balance_id, sum(amount) as amount from moved where kind = 'INTERNAL' group by 1, 2
   ) source on subject = t.id and sender = 'InternalAccount:' || balance_id
   left join (
     select subject as id, sum(amount) as repaid from moved where kind = 'PLATFORM_RECEIVABLE' group by 1
   ) debt using (id)
   where ${isOutgoing} and sender like 'InternalAccount:%'
     and case when ${isNotBegun} or refund_status = 'COMPLETED' then 0 else -sent_amount end
       not in (coalesce(amount, 0), coalesce(amount, 0) + coalesce(repaid, 0)) -- a refund of the platform may repay its debt
     and not (${isUnderWay})`,

  `select format('%s is COMPLETED and has %s SETTLE', t.id, count(j.id)) from transaction t
   left join journal j on j.subject = t.id and step = 'SETTLE'
   where ${isOutgoing} and state = 'DELIVERED'
   group by t.id having count(j.id) <> 1`,

  `select format('the deposit %s is %s and has %s IN', t.id, state, count(j.id)) from transaction t
   left join journal j on j.subject = t.id and step = 'IN'
   where t.kind in ('DEPOSIT', 'SANDBOX_DEPOSIT')
   group by t.id, state having (count(j.id) = 1) <> (state = 'COMPLETED')`,

  `select format('%s is %s and nobody will take it further', t.id, state) from transaction t
   where (${isUnderWay}) and not exists (select from job where payload ->> 'transactionId' = t.id::text)`,

  `select format('%s has %s transactions that are %s, and %s are counted', owner, coalesce(stored, 0), status, coalesce(counted, 0))
   from (
     select owner, status, count(*) as stored from transaction t
     join (values ${shownRows}) shown (kind, state, status) on shown.kind = t.kind and shown.state = t.state
     where t.state <> 'TENTATIVE' group by owner, status
   ) stored
   full join (
     select owner, status, sum(count) as counted from (
       select owner, status, count from transaction_count where unit = 'ALL' and owner <> ''
       union all
       select owner, status, change from transaction_count_change
       cross join lateral (values (became, 1), (was, -1)) as shown (status, change) where status is not null
     ) counter group by owner, status
   ) counted using (owner, status)
   where coalesce(stored, 0) <> coalesce(counted, 0)`,
];

const tables = [
  'accounts.journal',
  'accounts.posting',
  'accounts.balance',
  'transfers.transaction',
  'transfers.transaction_count',
  'transfers.transaction_count_change',
  'transfers.job',
  'cards.card_transaction',
  'cards.card_settlement',
];

const platformsWithBooks = tables
  .filter((table) => !table.endsWith('.job'))
  .map((table) => `select platform_id as id from ${table}`)
  .join(' union ');

function over(books: (table: string) => string): string {
  const parts = tables.map((table) => `${table.slice(table.indexOf('.') + 1)} as ${books(table)}`);
  return `with ${parts.join(', ')}, ${moved} ${questions.join('\nunion all\n')}`;
}

const platformBooks = over((table) => `materialized (select * from ${table} where platform_id = $1)`);
