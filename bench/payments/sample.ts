// The rows of one complete payment, read from one that the platform has made.
import type { Client } from 'pg';

export type Row = Readonly<Record<string, unknown>>;

/** A ledger step: its journal, the lines, and the events of changed balances. */
export interface SampleJournal {
  readonly journal: Row;
  readonly postings: readonly Row[];
}

export interface Sample {
  readonly transaction: Row;
  readonly event: Row;
  readonly job: Row;
  readonly balanceEvent: Row;
  /** HOLD, DISPATCH, SETTLE. */
  readonly journals: readonly SampleJournal[];
}

/** Reads the latest completed payment. Events are rendered again, because those of the platform are delivered and removed. */
export async function readSample(client: Client): Promise<Sample> {
  const one = async (statement: string, values: unknown[] = []): Promise<Row> => {
    const { rows } = await client.query<Row>(statement, values);
    if (!rows[0]) throw new Error(`Nothing answers ${statement}`);
    return rows[0];
  };
  const transaction = await one(
    `select * from transfers.transaction where kind = 'PAYMENT' and state = 'DELIVERED' order by created_at desc limit 1`,
  );
  const { rows } = await client.query<Row>(
    `select id, platform_id, subject, step, fingerprint, created_at from accounts.journal where subject = $1 order by number`,
    [transaction.id],
  );
  const journals: SampleJournal[] = [];
  for (const journal of rows) {
    const { rows: postings } = await client.query<Row>(
      'select * from accounts.posting where platform_id = $1 and journal_id = $2 order by line',
      [journal.platform_id, journal.id],
    );
    journals.push({ journal, postings });
  }
  const eventOf = (type: string) =>
    one(
      `select id, platform_id, 'sandbox' as environment, resource, sequence, type, body, created_at, request_id
      from webhooks.event where type = $1 limit 1`,
      [type],
    );
  return {
    transaction,
    event: await eventOf('OUTGOING_PAYMENT.COMPLETED'),
    balanceEvent: await eventOf('INTERNAL_ACCOUNT.BALANCE_UPDATED'),
    job: jobOf(transaction),
    journals,
  };
}

function jobOf({ id, platform_id }: Row): Row {
  const now = new Date();
  const times = { run_at: now, due_at: now, created_at: now };
  const origin = { environment: 'sandbox', clock_offset_ms: 0, request_id: 'bench' };
  return { kind: 'carry-out', key: id, platform_id, payload: { transactionId: id }, ...origin, ...times };
}
