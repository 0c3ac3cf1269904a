// Two processes of the service on one database, driven at random by parallel callers, against a model of a dozen lines.
// LEDGER_MODEL_SEED repeats a run's operations; LEDGER_MODEL_OPERATIONS makes it longer (2,000 when absent).
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { BalancePart, HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { startTwoProcesses } from './accounts-processes.ts';
import { available, held, house, type Platform, world } from './accounts-world.ts';

const operations = Number(process.env.LEDGER_MODEL_OPERATIONS ?? 2_000);
const seed = Number(process.env.LEDGER_MODEL_SEED ?? randomInt(2 ** 31));
const callers = 32;

const ours = await startTwoProcesses();
afterAll(() => ours.close());

type Leg = { account: ReturnType<typeof available> | ReturnType<typeof house>; currency: string; amount: bigint };
type Request = { subject: string; step: string; legs: Leg[] };
type Ended = { request: Request; outcome: 'booked' | 'replayed' | 'short' | 'reused' };

test(`random journals end as the model says (seed ${seed}, ${operations} operations)`, {
  timeout: 60_000 + operations * 20,
}, async () => {
  const platform = ours.newPlatform();
  const accounts = await Promise.all(Array.from({ length: 12 }, () => platform.newAccount()));
  await Promise.all(accounts.map((account) => platform.fund(account, 1_000n)));
  const random = randomFrom(seed);
  const requests: Request[] = [];
  for (let count = 0; count < operations; count++) requests.push(requestFrom({ random, accounts, earlier: requests }));

  const ended = await drive(platform, requests);

  const kinds = Object.groupBy(ended, ({ outcome }) => outcome);
  console.log(`seed ${seed}:`, Object.fromEntries(Object.entries(kinds).map(([outcome, all]) => [outcome, all.length])));
  expectKeysOnce(ended);
  await expectBalances(platform, { accounts, ended });
  expect((await platform.ledger.audit({})).findings).toEqual([]);
  await expectEvents(platform, accounts);
});

test(`of one caller the model knows every answer (seed ${seed})`, { timeout: 60_000 }, async () => {
  const platform = ours.newPlatform();
  const accounts = await Promise.all(Array.from({ length: 4 }, () => platform.newAccount()));
  await Promise.all(accounts.map((account) => platform.fund(account, 1_000n)));
  const random = randomFrom(seed);
  const model = new Model(accounts.map((account) => available(account)));
  const requests: Request[] = [];

  for (let count = 0; count < 400; count++) {
    const request = requestFrom({ random, accounts, earlier: requests });
    requests.push(request);
    const outcome = await outcomeThrough(platform.through(count % 2), request);

    expect(outcome, `operation ${count}`).toBe(model.post(request));
  }
});

/** The ledger in its simplest form. */
class Model {
  readonly #balances: Map<string, bigint>;
  readonly #booked = new Map<string, string>();

  constructor(funded: readonly Leg['account'][]) {
    this.#balances = new Map(funded.map((account) => [textOf(account), 1_000n]));
  }

  post({ subject, legs }: Request): Ended['outcome'] {
    const known = this.#booked.get(subject);
    if (known !== undefined) return known === textOf(legs) ? 'replayed' : 'reused';
    const after = new Map(this.#balances);
    for (const { account, amount } of legs) after.set(textOf(account), (after.get(textOf(account)) ?? 0n) + amount);
    const isShort = legs.some(({ account }) => !mayBeNegative(account) && (after.get(textOf(account)) ?? 0n) < 0n);
    if (isShort) return 'short';
    for (const [account, balance] of after) this.#balances.set(account, balance);
    this.#booked.set(subject, textOf(legs));
    return 'booked';
  }
}

const mayBeNegative = ({ kind }: Leg['account']) => kind.case === 'house' && kind.value.kind === HouseAccountKind.WORLD;
const textOf = (value: unknown) => JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));

interface Drawing {
  readonly random: () => number;
  readonly accounts: readonly string[];
  readonly earlier: readonly Request[];
}

/** A tenth repeat an earlier key, some of them with other legs; the rest move a little money between a few accounts. */
function requestFrom({ random, accounts, earlier }: Drawing): Request {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const amount = BigInt(1 + Math.floor(random() * 400));
  const [from, to] = [pick(accounts), pick(accounts)];
  const move = (debit: Leg['account'], credit: Leg['account']): Leg[] => [
    { account: debit, currency: 'USD', amount: -amount },
    { account: credit, currency: 'USD', amount },
  ];
  const legs = pick([
    () => move(available(from), held(from)),
    () => move(held(from), available(to)),
    () => move(available(from), available(to)),
    () => move(held(from), house(HouseAccountKind.PAYOUT)),
    () => move(house(HouseAccountKind.PAYOUT), world('ACH')),
    () => move(world('RTP'), available(to)),
  ])();
  if (earlier.length > 0 && random() < 0.1) {
    const before = pick(earlier.slice(-40));
    return random() < 0.7 ? before : { ...before, legs };
  }
  return { subject: randomUUID(), step: 'STEP', legs };
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

/** Whatever came under one key: it was booked once at most, repeated with the same legs only, refused with others only. */
function expectKeysOnce(ended: readonly Ended[]): void {
  for (const [subject, all] of Map.groupBy(ended, ({ request }) => request.subject)) {
    const booked = all.filter(({ outcome }) => outcome === 'booked');
    expect(booked.length, subject).toBeLessThanOrEqual(1);
    const others = Map.groupBy(all, ({ request }) => textOf(request.legs) === textOf(booked[0]?.request.legs));
    expect(others.get(true)?.filter(({ outcome }) => outcome === 'reused') ?? [], subject).toEqual([]);
    expect(others.get(false)?.filter(({ outcome }) => outcome === 'replayed') ?? [], subject).toEqual([]);
  }
}

/** What is booked adds up, in any order. */
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
    const shown = { balance: balance?.amount, totalBalance: totalBalance?.amount };
    expect(shown, id).toEqual(model.get(id.slice('InternalAccount:'.length)));
  }
}

/** Every account is told of in order, without a gap, and the last event shows what the account holds. */
async function expectEvents(platform: Platform, accounts: readonly string[]) {
  await ours.settle();
  const { accounts: known } = await platform.directory.getAccounts({ ids: accounts.map((id) => `InternalAccount:${id}`) });
  for (const { kind } of known) {
    if (kind.case !== 'internal') continue;
    const told = ours.events
      .filter(({ resource }) => resource === kind.value.id)
      .sort((one, other) => Number(one.sequence - other.sequence));
    expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, at) => BigInt(at + 1)));
    expect(told.at(-1)?.body.data).toMatchObject({
      balance: { amount: Number(kind.value.balance?.amount) },
      totalBalance: { amount: Number(kind.value.totalBalance?.amount) },
    });
  }
}

/** Numbers from 0 up to 1, the same for the same seed. */
function randomFrom(start: number): () => number {
  let count = 0;
  return () => createHash('sha256').update(`${start} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}
