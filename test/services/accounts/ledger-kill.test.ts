// Nothing between the claim of a key and its commit is ever visible: processes and connections are killed in between.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { available, held, startAccounts, type World } from './accounts-world.ts';

const ours = await startAccounts();
afterAll(() => ours.close());

const hold = (account: string, amount = 1n) => [
  { account: available(account), currency: 'USD', amount: -amount },
  { account: held(account), currency: 'USD', amount },
];

test("a key claimed without a commit is free again after the claimer's death", async () => {
  const platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 10n);
  const subject = randomUUID();
  const other = await ours.database.connect();
  other.on('error', () => {});
  await other.query('begin');
  const { rows } = await other.query('select pg_backend_pid() as pid');
  await other.query(
    `insert into journal (id, platform_id, subject, step, fingerprint, created_at) values ($1, $2, $3, 'HOLD', '', now())`,
    [randomUUID(), platform.id, subject],
  );

  const posting = platform.ledger.post({ subject, step: 'HOLD', legs: hold(account) });
  await ours.database.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  const { replayed } = await posting;
  other.release(true);

  expect(replayed).toBe(false);
  const { journals } = await platform.ledger.listJournals({ subject });
  expect(journals.map(({ legs }) => legs.length)).toEqual([2]);
});

test('broken connections lose nothing and move nothing twice', async () => {
  const platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 10_000n);
  const subjects = Array.from({ length: 1_000 }, () => randomUUID());
  const stop = new AbortController();
  let answered = 0;
  const cutting = cutConnections(stop.signal, () => answered);

  const answers = await inTurns(subjects, async (subject) => {
    const answer = await platform.ledger.post({ subject, step: 'HOLD', legs: hold(account) });
    answered++;
    return answer;
  }).finally(() => stop.abort());
  await cutting;

  expect(answers.every(({ replayed }) => !replayed)).toBe(true);
  await expectHeld(platform, { account, amount: 1_000n });
});

test('a killed process leaves only complete journals, and all acknowledged ones', async () => {
  const platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 1_000_000n);
  const poster = startPoster({ platformId: platform.id, account });
  const acknowledged = await acknowledgedUntilKilled(poster, 300);

  const { rows } = await ours.database.query<{ subject: string }>(
    `select subject from journal where platform_id = $1 and step = 'HOLD'`,
    [platform.id],
  );
  const booked = new Set(rows.map(({ subject }) => subject));
  expect(acknowledged.length).toBeGreaterThanOrEqual(300);
  expect(acknowledged.filter((subject) => !booked.has(subject))).toEqual([]);
  await expectHeld(platform, { account, amount: BigInt(booked.size) });
});

/** Repeatedly kills the active connections of the ledger, as soon as a call succeeded since the last time. */
async function cutConnections(signal: AbortSignal, answered: () => number): Promise<void> {
  for (let last = 0; !signal.aborted; last = answered()) {
    while (!signal.aborted && answered() === last) await pause(15);
    await ours.database.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'payments accounts' and datname = current_database() and query ~ 'balance|commit'`);
  }
}

async function expectHeld(platform: ReturnType<World['newPlatform']>, { account, amount }: { account: string; amount: bigint }) {
  const { rows } = await ours.database.query<{ held: string }>('select held from balance where id = $1', [account]);
  expect(BigInt(rows[0]?.held ?? 0)).toBe(amount);
  expect((await platform.ledger.audit({})).findings).toEqual([]);
}

/** A few callers process the items one after another. */
async function inTurns<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...items];
  const caller = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) results.push(await act(item));
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return results;
}

function startPoster(environment: Record<string, string>): ChildProcess {
  const file = join(import.meta.dirname, 'poster.ts');
  const env = { ...process.env, POSTER: JSON.stringify({ ...environment, url: ours.url }) };
  return spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function acknowledgedUntilKilled(poster: ChildProcess, enough: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const ended = once(poster, 'exit');
  if (!poster.stdout) throw new Error('The poster has no output.');
  for await (const line of createInterface({ input: poster.stdout })) {
    if (acknowledged.push(line) === enough) poster.kill('SIGKILL');
  }
  await ended;
  return acknowledged;
}
