// Copies of all payments of a platform, with their journals, events and deliveries.
import type { Client } from 'pg';

interface Copied {
  readonly table: string;
  /** Columns that end with the uuid of the payment, a journal or an event: each copy has its own. */
  readonly fresh: readonly string[];
  /** Other columns that differ, as expressions of the number of the copy, `n`. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** Generated columns, which are not copied. */
  readonly generated?: string;
  readonly which?: string;
}

const ofPayments = `in (select id from transfers.transaction where kind = 'PAYMENT')`;
const ofEvents = `event_id in (select id from webhooks.event where type ~ '^(OUTGOING_PAYMENT|INTERNAL_ACCOUNT)[.]')`;
const ofJournals = `journal_id in (select id from accounts.journal where subject ${ofPayments})`;

/** Parents after their children: `which` must read only parents that were not copied yet. */
const copied: readonly Copied[] = [
  { table: 'accounts.posting', fresh: ['journal_id'], which: ofJournals },
  { table: 'accounts.journal', fresh: ['id', 'subject'], generated: 'number', which: `subject ${ofPayments}` },
  { table: 'transfers.activity', fresh: ['transaction_id'], generated: 'number' },
  { table: 'webhooks.attempt', fresh: ['event_id'], which: ofEvents },
  { table: 'webhooks.delivery', fresh: ['event_id'], generated: 'position', which: ofEvents },
  {
    table: 'webhooks.event',
    fresh: ['id'],
    // A resource of its own per copy, and no body: its size on disk is irrelevant to payments.
    replaced: { resource: `resource || ' ' || n`, body: `''` },
    which: ofEvents.replace('event_id', 'id'),
  },
  {
    table: 'transfers.transaction',
    fresh: ['id', 'quote_id'],
    replaced: { reference: `reference || ' ' || n` },
    which: `kind = 'PAYMENT'`,
  },
];

/** Copies all payments until there are about so many. Balances and counts are as if the platform had made the copies. */
export async function copyPayments(client: Client, transactions: number): Promise<void> {
  const { rows } = await client.query<{ made: number }>(
    `select count(*)::int as made from transfers.transaction where kind = 'PAYMENT'`,
  );
  const copies = Math.round(transactions / (rows[0]?.made ?? 1)) - 1;
  await client.query(`set session_replication_role = 'replica'`); // without the checks of foreign keys
  await client.query('set synchronous_commit = off');
  await client.query(`
    update accounts.balance b set available = b.available + ${copies} * moved.available, held = b.held + ${copies} * moved.held
    from (select balance_id, coalesce(sum(amount) filter (where part = 'available'), 0) as available,
        coalesce(sum(amount) filter (where part = 'held'), 0) as held
      from accounts.posting where ${ofJournals} group by balance_id) moved
    where moved.balance_id = b.id`);
  await client.query(`update transfers.transaction_count set count = count * ${copies + 1} where type = 'OUTGOING'`);
  for (const one of copied) await copy(client, one, copies);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

async function copy(
  client: Client,
  { table, fresh, replaced = {}, generated, which = 'true' }: Copied,
  copies: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname is distinct from $2`,
    [table, generated],
  );
  const valueOf = ({ name, type }: { name: string; type: string }) =>
    fresh.includes(name) ? freshId(name, type) : (replaced[name] ?? name);
  await client.query(`create temp table original as select * from ${table} where ${which}`);
  for (let number = 1; number <= copies; number++) {
    await client.query(`
      insert into ${table} (${rows.map(({ name }) => name).join(', ')})
      select ${rows.map(valueOf).join(', ')} from original, (values (${number})) numbered (n)`);
  }
  await client.query('drop table original');
}

/** The number of the copy replaces the first eight digits of the uuid, so that equal ids stay equal, in the order of the copies. */
function freshId(name: string, type: string): string {
  return `overlay(${name}::text placing lpad(to_hex(n), 8, '0') from length(${name}::text) - 35 for 8)::${type}`;
}
