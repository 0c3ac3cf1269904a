// The reference: sixteen plain connections, each of which writes the rows of a transfer statement by statement in a transaction.
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { closePool } from '../kit/close-pool.ts';
import { type Aim, nextTransfer, type Transfer } from './transfers.ts';

export const plainConnections = 16;

export interface Plain {
  transfer(aim: Aim): Promise<void>;
  close(): Promise<void>;
}

export interface PlainOptions {
  readonly databaseUrl: string;
  readonly platformId: string;
  /** The body of an event, as written by the ledger. */
  readonly body: Buffer;
}

/** Prepared statements. Balances are locked in the order of their ids, which prevents deadlocks. */
export function openPlain({ databaseUrl, platformId, body }: PlainOptions): Plain {
  const options = '-c search_path=accounts';
  const pool = new Pool({ connectionString: databaseUrl, options, max: plainConnections, min: plainConnections });
  return {
    transfer: async (aim) => {
      const client = await pool.connect();
      const run = async (name: string, values: unknown[]) =>
        (await client.query({ name, text: statements[name] ?? name, values })).rows as Record<string, string>[];
      await client.query('begin');
      await writeRows(run, { ...nextTransfer(aim, 'references'), platformId, body });
      await client.query('commit');
      client.release();
    },
    close: () => closePool(pool),
  };
}

type Run = (name: string, values: unknown[]) => Promise<Record<string, string>[]>;

async function writeRows(run: Run, { from, to, amount, platformId, body }: Transfer & Omit<PlainOptions, 'databaseUrl'>) {
  const journal = randomUUID();
  const now = new Date();
  await run('journal', [journal, platformId, randomUUID(), 'MOVE', Buffer.alloc(32), now]);
  const locked = await run('lock', [platformId, from, to]);
  const rowOf = (id: string) => locked.find((row) => row.id === id) ?? {};
  if (Number(rowOf(from).available) < amount) throw new Error('The account is empty.');
  const [{ version: sent } = {}] = await run('move', [platformId, from, -amount, now]);
  const [{ version: received } = {}] = await run('move', [platformId, to, amount, now]);
  await run('postings', [platformId, journal, from, -amount, to, amount]);
  const events = [randomUUID(), `InternalAccount:${from}`, sent, randomUUID(), `InternalAccount:${to}`, received];
  await run('events', [platformId, body, now, ...events]);
}

const statements: Readonly<Record<string, string>> = {
  journal: `insert into journal (id, platform_id, subject, step, fingerprint, created_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (platform_id, subject, step) do nothing returning id`,
  lock: `select id, available, version from balance where platform_id = $1 and id in ($2, $3) order by id for no key update`,
  move: `update balance set available = available + $3, version = version + 1, changed_at = $4
    where platform_id = $1 and id = $2 returning version`,
  postings: `insert into posting (platform_id, journal_id, line, balance_id, part, currency, amount)
    values ($1, $2, 1, $3, 'available', 'USD', $4), ($1, $2, 2, $5, 'available', 'USD', $6)`,
  events: `insert into outbox (id, platform_id, environment, resource, sequence, type, body, created_at, request_id)
    values ($4, $1, 'sandbox', $5, $6, 'INTERNAL_ACCOUNT.BALANCE_UPDATED', $2, $3, 'bench'),
      ($7, $1, 'sandbox', $8, $9, 'INTERNAL_ACCOUNT.BALANCE_UPDATED', $2, $3, 'bench')`,
};
