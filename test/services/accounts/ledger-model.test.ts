// Two processes of the service on one database, with random parallel calls, against a model of a dozen lines.
// LEDGER_MODEL_SEED repeats a run's operations; LEDGER_MODEL_OPERATIONS makes it longer (default 2,000).
import { randomInt } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { BalancePart } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { testPatienceMs } from '../../kit/patience.ts';
import { startTwoProcesses } from './accounts-processes.ts';
import { available, type Platform } from './accounts-world.ts';
import { type Ended, Model, type Request, randomFrom, requestFrom, textOf } from './simple-ledger.ts';

const operations = Number(process.env.LEDGER_MODEL_OPERATIONS ?? 2_000);
const seed = Number(process.env.LEDGER_MODEL_SEED ?? randomInt(2 ** 31));
const callers = 32;

const ours = await startTwoProcesses();
afterAll(() => ours.close());

test(`random journals match the model (seed ${seed}, ${operations} operations)`, {
  timeout: testPatienceMs + operations * 20,
}, async () => {
  const platform = ours.newPlatform();
  const accounts = await accountsOf(platform, 12);
  const [ofPlatform = ''] = accounts;
  const random = randomFrom(seed);
  const requests: Request[] = [];
  for (let count = 0; count < operations; count++)
    requests.push(requestFrom({ random, accounts, ofPlatform, earlier: requests }));

  const ended = await drive(platform, requests);

  const kinds = Object.groupBy(ended, ({ outcome }) => outcome);
  console.log(`seed ${seed}:`, Object.fromEntries(Object.entries(kinds).map(([outcome, all]) => [outcome, all.length])));
  expectKeysOnce(ended);
  await expectBalances(platform, { accounts, ended });
  expect((await platform.ledger.audit({})).findings).toEqual([]);
  await expectEvents(platform, accounts);
});

test(`for a single caller the model predicts every answer (seed ${seed})`, async () => {
  const platform = ours.newPlatform();
  const accounts = await accountsOf(platform, 4);
  const [ofPlatform = ''] = accounts;
  const random = randomFrom(seed);
  const model = new Model(
    accounts.map((account) => available(account)),
    ofPlatform,
  );
  const requests: Request[] = [];

  for (let count = 0; count < 400; count++) {
    const request = requestFrom({ random, accounts, ofPlatform, earlier: requests });
    requests.push(request);
    const outcome = await outcomeThrough(platform.through(count % 2), request);

    expect(outcome, `operation ${count}`).toBe(model.post(request));
  }
});

/** Accounts with 1,000 cents each. The first is the platform's own. */
async function accountsOf(platform: Platform, count: number): Promise<string[]> {
  const ofCustomers = Array.from({ length: count - 1 }, () => platform.newAccount());
  const accounts = await Promise.all([platform.newPlatformAccount(), ...ofCustomers]);
  await Promise.all(accounts.map((account) => platform.fund(account, 1_000n)));
  return accounts;
}

/** Every caller takes the next request, half of them through the other process. */
async function drive(platform: Platform, requests: readonly Request[]): Promise<Ended[]> {
  const ended: Ended[] = [];
  let next = 0;
  const caller = async (number: number) => {
    const through = platform.through(number % 2);
    for (let request = requests[next++]; request; request = requests[next++]) {
      ended.push({ request, outcome: await outcomeThrough(through, request) });
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return ended;
}

function outcomeThrough({ ledger }: Platform, request: Request): Promise<Ended['outcome']> {
  return ledger.post(request).then(({ replayed }) => (replayed ? 'replayed' : 'booked'), outcomeOf);
}

function outcomeOf(error: { code?: ErrorCode; details?: { reason?: string } }): Ended['outcome'] {
  if (error.code === ErrorCode.INVALID_AMOUNT && error.details?.reason === 'INSUFFICIENT_BALANCE') return 'short';
  if (error.code === ErrorCode.CONFLICT && error.details?.reason === 'LEDGER_KEY_REUSED') return 'reused';
  throw error;
}

/** All results of one key: booked at most once, repeated only with the same legs, refused only with others. */
function expectKeysOnce(ended: readonly Ended[]): void {
  for (const [subject, all] of Map.groupBy(ended, ({ request }) => request.subject)) {
    const booked = all.filter(({ outcome }) => outcome === 'booked');
    expect(booked.length, subject).toBeLessThanOrEqual(1);
    const others = Map.groupBy(all, ({ request }) => textOf(request.legs) === textOf(booked[0]?.request.legs));
    expect(others.get(true)?.filter(({ outcome }) => outcome === 'reused') ?? [], subject).toEqual([]);
    expect(others.get(false)?.filter(({ outcome }) => outcome === 'replayed') ?? [], subject).toEqual([]);
  }
}

/** The bookings add up, in any order. What the platform's balance lacks it owes, but only if the balance is empty. */
async function expectBalances(platform: Platform, { accounts, ended }: { accounts: readonly string[]; ended: readonly Ended[] }) {
  const model = new Map(accounts.map((id) => [id, { balance: 1_000n, totalBalance: 1_000n }]));
  const legs = ended.filter(({ outcome }) => outcome === 'booked').flatMap(({ request }) => request.legs);
  for (const { account, amount } of legs) {
    const { kind } = account;
    const row = kind.case === 'internal' ? model.get(kind.value.accountId) : undefined;
    if (!row) continue;
    row.totalBalance += amount;
    if (kind.case === 'internal' && kind.value.part === BalancePart.AVAILABLE) row.balance += amount;
  }
  const { accounts: known } = await platform.directory.getAccounts({ ids: accounts.map((id) => `InternalAccount:${id}`) });
  for (const { kind } of known) {
    if (kind.case !== 'internal') continue;
    const { id, balance, totalBalance } = kind.value;
    const expected = model.get(id.slice('InternalAccount:'.length)) ?? { balance: 0n, totalBalance: 0n };
    const owed = id === `InternalAccount:${accounts[0]}` && expected.balance < 0n ? -expected.balance : 0n;
    const shown = { balance: balance?.amount, totalBalance: totalBalance?.amount };
    expect(shown, id).toEqual({ balance: expected.balance + owed, totalBalance: expected.totalBalance + owed });
  }
}

/** Events of every account are in order, without a gap, and the last one shows its balance. */
async function expectEvents(platform: Platform, accounts: readonly string[]) {
  await ours.settle();
  const { accounts: known } = await platform.directory.getAccounts({ ids: accounts.map((id) => `InternalAccount:${id}`) });
  for (const { kind } of known) {
    if (kind.case !== 'internal') continue;
    const sent = ours.events
      .filter(({ resource }) => resource === kind.value.id)
      .sort((one, other) => Number(one.sequence - other.sequence));
    expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, at) => BigInt(at + 1)));
    expect(sent.at(-1)?.body.data).toMatchObject({
      balance: { amount: Number(kind.value.balance?.amount) },
      totalBalance: { amount: Number(kind.value.totalBalance?.amount) },
    });
  }
}
