// The reference: plain connections that write the rows of a payment in the same number of commits, without HTTP, checks, prices or
// webhooks.
import { randomUUID } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { closePool } from '../kit/close-pool.ts';
import type { Row, Sample, SampleJournal } from './sample.ts';

export interface PlainPayments {
  /** `payer`: uuid of the paying account. */
  pay(payer: string): Promise<void>;
  close(): Promise<void>;
}

export interface PlainOptions {
  readonly databaseUrl: string;
  readonly sample: Sample;
  readonly connections: number;
}

/** Seven commits: the quote; the intent; hold; processing; dispatch; settlement; the end with its event. */
export function openPlainPayments({ databaseUrl, sample, connections }: PlainOptions): PlainPayments {
  const pool = new Pool({ connectionString: databaseUrl, max: connections, min: connections });
  const [hold, dispatch, settle] = sample.journals;
  const pay = async (client: PoolClient, payer: string) => {
    const id = randomUUID();
    const commit = (...writes: (() => Promise<unknown>)[]) => committed(client, writes);
    const insert = (table: string, row: Row) => () => inserted(client, table, row);
    const event = (sequence: number) =>
      insert('transfers.outbox', { ...sample.event, id: randomUUID(), resource: `Transaction:${id}`, sequence });
    const recount = (was: string | null, became: string) => () =>
      client.query({ ...recounted, values: [sample.transaction.platform_id, payer, was, became] });
    const state = (name: string, version: number) => () =>
      client.query({ ...changed, values: [sample.transaction.platform_id, id, name, version] });
    const book = (step: SampleJournal | undefined) => (step ? booking(client, { sample, step, id, payer }) : []);

    await commit(
      insert('transfers.transaction', { ...sample.transaction, id, quote_id: randomUUID(), reference: randomUUID() }),
      recount(null, 'PENDING'),
      event(1),
    );
    await commit(state('EXECUTING', 2), insert('transfers.job', { ...sample.job, key: id }));
    await commit(...book(hold));
    await commit(state('HELD', 3), recount('PENDING', 'PROCESSING'), event(2));
    await commit(...book(dispatch));
    await commit(...book(settle));
    await commit(state('DELIVERED', 4), recount('PROCESSING', 'COMPLETED'), event(3), () =>
      client.query({ ...ended, values: [sample.transaction.platform_id, id] }),
    );
  };
  return {
    pay: async (payer) => {
      const client = await pool.connect();
      await pay(client, payer);
      client.release();
    },
    close: () => closePool(pool),
  };
}

async function committed(client: PoolClient, writes: readonly (() => Promise<unknown>)[]): Promise<void> {
  await client.query('begin');
  for (const write of writes) await write();
  await client.query('commit');
}

interface Step {
  readonly sample: Sample;
  readonly step: SampleJournal;
  readonly id: string;
  readonly payer: string;
}

/** A journal with its lines, the balances that it changes, locked in order, and the event of the payer's balance. */
function booking(client: PoolClient, { sample, step, id, payer }: Step): (() => Promise<unknown>)[] {
  const journal = randomUUID();
  const platformId = sample.transaction.platform_id;
  const payerBefore = sample.journals[0]?.postings[0]?.balance_id;
  const lines = step.postings.map((line) => {
    const balanceId = line.balance_id === payerBefore ? payer : line.balance_id;
    return { ...line, journal_id: journal, balance_id: balanceId };
  });
  const balances = [...new Set(lines.map((line) => String(line.balance_id)))].sort();
  const isShown = balances.includes(payer);
  const event = { ...sample.balanceEvent, id: randomUUID(), resource: `InternalAccount:${payer}`, sequence: nextSequence() };
  return [
    () => inserted(client, 'accounts.journal', { ...step.journal, id: journal, subject: id }),
    () => client.query({ ...locked, values: [platformId, balances] }),
    ...balances.map((balance) => () => client.query({ ...moved, values: [platformId, balance] })),
    ...lines.map((line) => () => inserted(client, 'accounts.posting', line)),
    ...(isShown ? [() => inserted(client, 'accounts.outbox', event)] : []),
  ];
}

let sequence = 1_000_000;
const nextSequence = () => ++sequence;

const locked = {
  name: 'lock',
  text: 'select from accounts.balance where platform_id = $1 and id = any($2::uuid[]) order by id for no key update',
};
const moved = {
  name: 'move',
  text: 'update accounts.balance set version = version + 1, changed_at = now() where platform_id = $1 and id = $2',
};
const changed = {
  name: 'change',
  text: 'update transfers.transaction set state = $3, version = $4 where platform_id = $1 and id = $2',
};
const recounted = {
  name: 'recount',
  text: `insert into transfers.transaction_count_change (platform_id, owner, type, created_at, was, became)
    values ($1, $2, 'OUTGOING', now(), $3, $4)`,
};
const ended = { name: 'end', text: `delete from transfers.job where platform_id = $1 and kind = 'carry-out' and key = $2` };

function inserted(client: PoolClient, table: string, row: Row): Promise<unknown> {
  const columns = Object.keys(row);
  const places = columns.map((_, at) => `$${at + 1}`);
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`;
  return client.query({ name: `insert ${table}`, text, values: Object.values(row) });
}
