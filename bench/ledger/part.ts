// Transfers per second through the ledger, with plain connections that write the same rows as reference.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { BalancePart } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { callsPerSecond } from '../kit/callers.ts';
import type { Machine } from '../kit/machine.ts';
import { type Measure, medians } from '../kit/rounds.ts';
import { ratio, type Table, whole } from '../kit/table.ts';
import { type Accounts, accountCount, currency, openAccounts, startAmount } from './accounts.ts';
import { openPgbench } from './pgbench.ts';
import { openPlain, plainConnections } from './plain.ts';
import { type Aim, nextTransfer } from './transfers.ts';

const seconds = 2;
const callers = [1, 16, 64, 256];
const aims: readonly Aim[] = ['spread', 'hot'];
/** Callers of `PostMany`, and the journals of each call. */
const bulk = { callers: 16, journals: 50 };

export async function ledger(machine: Machine, rounds: number): Promise<Table[]> {
  const databaseUrl = await machine.database('ledger');
  const accounts = await openAccounts(databaseUrl);
  const { platformId } = accounts;
  await post(accounts, 'spread');
  const body = await eventBody(databaseUrl);
  const plain = openPlain({ databaseUrl, platformId, body });
  const pgbench = openPgbench({ databaseUrl, platformId, bodyBytes: body.length, folder: machine.folder() });

  const measures = new Map<string, Measure>();
  for (const aim of aims) {
    measures.set(`plain ${aim}`, () => callsPerSecond(plainConnections, seconds, () => plain.transfer(aim)));
    if (pgbench) measures.set(`pgbench ${aim}`, () => pgbench(aim, seconds));
    for (const count of callers) measures.set(`${count} ${aim}`, () => callsPerSecond(count, seconds, () => post(accounts, aim)));
    measures.set(`bulk ${aim}`, async () => {
      const calls = await callsPerSecond(bulk.callers, seconds, () => postMany(accounts, aim));
      return calls * bulk.journals;
    });
  }
  for (const measure of measures.values()) await measure(); // V8 compiles during the first thousands of calls
  const figures = await medians(rounds, Object.fromEntries(measures));
  await Promise.all([plain.close(), accounts.close()]);
  await checkRows(databaseUrl);
  return [tableOf(figures, pgbench !== undefined)];
}

/** One transfer through the RPC that other services use. */
async function post({ ledger: client }: Accounts, aim: Aim): Promise<void> {
  await client.post(newJournal(aim));
}

/** Several transfers in one call, all of which must be booked. */
async function postMany({ ledger: client }: Accounts, aim: Aim): Promise<void> {
  const { verdicts } = await client.postMany({ journals: Array.from({ length: bulk.journals }, () => newJournal(aim)) });
  if (verdicts.some(({ verdict }) => verdict.case !== 'booked')) throw new Error('A transfer was refused.');
}

function newJournal(aim: Aim) {
  const { from, to, amount } = nextTransfer(aim, 'ledger');
  const leg = (accountUuid: string, moved: bigint) => ({
    account: { kind: { case: 'internal' as const, value: { accountId: accountUuid, part: BalancePart.AVAILABLE } } },
    currency,
    amount: moved,
  });
  return { subject: randomUUID(), step: 'MOVE', legs: [leg(from, -BigInt(amount)), leg(to, BigInt(amount))] };
}

async function eventBody(databaseUrl: string): Promise<Buffer> {
  const { body } = await firstRow<{ body: Buffer }>(databaseUrl, 'select body from accounts.outbox limit 1');
  return body;
}

/** Checks that no money was lost or created, and every journal has two lines and two events. */
async function checkRows(databaseUrl: string): Promise<void> {
  const { sound } = await firstRow<{ sound: boolean }>(
    databaseUrl,
    `select ((select sum(available) from accounts.balance where available > 0) = ${2 * accountCount} * ${startAmount}::numeric
      and (select sum(amount) from accounts.posting) = 0
      and (select count(*) from accounts.posting) = 2 * (select count(*) from accounts.journal)
      and (select count(*) from accounts.outbox) = (select count(*) from accounts.posting)) as sound`,
  );
  if (!sound) throw new Error('The rows of the ledger do not add up.');
}

async function firstRow<Row extends object>(databaseUrl: string, statement: string): Promise<Row> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(statement).finally(() => client.end());
  if (!rows[0]) throw new Error(`Nothing answers ${statement}`);
  return rows[0];
}

function tableOf(figures: Readonly<Record<string, number>>, hasPgbench: boolean): Table {
  const at = (name: string) => figures[name] ?? Number.NaN;
  const rows = aims.flatMap((aim) =>
    [...callers, 'bulk' as const].map((count) => {
      const [ours, plain, c] = [at(`${count} ${aim}`), at(`plain ${aim}`), at(`pgbench ${aim}`)];
      const beside = hasPgbench ? [ratio(ours, c)] : [];
      const where = aim === 'hot' ? 'one hot account' : '1 000 accounts';
      const who = count === 'bulk' ? `${bulk.callers} callers, ${bulk.journals} journals a call` : `${count} callers`;
      return [`${where}, ${who}`, ratio(ours, plain), ...beside, whole(ours), whole(plain), ...(hasPgbench ? [whole(c)] : [])];
    }),
  );
  const pgbench = (name: string) => (hasPgbench ? [name] : []);
  return {
    title: `Ledger: transfers per second, beside ${plainConnections} connections that write the same rows statement by statement`,
    columns: ['', 'to plain', ...pgbench('to pgbench'), 'ledger', 'plain', ...pgbench('pgbench')],
    rows,
  };
}
