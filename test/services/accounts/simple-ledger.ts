// The simplest possible ledger, and random journals for it.
import { createHash, randomUUID } from 'node:crypto';
import { HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { available, held, house, world } from './accounts-world.ts';

type Account = ReturnType<typeof available> | ReturnType<typeof house>;
type Leg = { account: Account; currency: string; amount: bigint; restFrom?: Account };
export type Request = { subject: string; step: string; legs: Leg[] };
export type Ended = { request: Request; outcome: 'booked' | 'replayed' | 'short' | 'reused' };

/** What the platform owes. */
export const debt = house(HouseAccountKind.PLATFORM_RECEIVABLE);

/** The simplest possible ledger. */
export class Model {
  readonly #balances: Map<string, bigint>;
  readonly #booked = new Map<string, string>();
  readonly #ofPlatform: string;

  constructor(funded: readonly Leg['account'][], ofPlatform: string) {
    this.#balances = new Map(funded.map((account) => [textOf(account), 1_000n]));
    this.#ofPlatform = textOf(available(ofPlatform));
  }

  post({ subject, legs }: Request): Ended['outcome'] {
    const known = this.#booked.get(subject);
    if (known !== undefined) return known === textOf(legs) ? 'replayed' : 'reused';
    const after = new Map(this.#balances);
    for (const [account, change] of legs.flatMap((leg) => this.#split(leg, after))) {
      after.set(textOf(account), (after.get(textOf(account)) ?? 0n) + change);
    }
    const isShort = legs.some(({ account }) => !mayBeNegative(account) && (after.get(textOf(account)) ?? 0n) < 0n);
    if (isShort) return 'short';
    for (const [account, balance] of after) this.#balances.set(account, balance);
    this.#booked.set(subject, textOf(legs));
    return 'booked';
  }

  /** A limited debit takes what there is, and the rest is owed. A credit of the platform first repays what is owed. */
  #split({ account, amount, restFrom }: Leg, balances: ReadonlyMap<string, bigint>): [Account, bigint][] {
    const balanceOf = (one: Account) => balances.get(textOf(one)) ?? 0n;
    if (restFrom) return share(restFrom, { account, amount, of: -min(-amount, balanceOf(account)) });
    const isRepaying = amount > 0n && textOf(account) === this.#ofPlatform;
    return share(account, { account: debt, amount, of: isRepaying ? min(amount, -balanceOf(debt)) : 0n });
  }
}

const share = (rest: Account, first: { account: Account; amount: bigint; of: bigint }): [Account, bigint][] => [
  [first.account, first.of],
  [rest, first.amount - first.of],
];
const min = (one: bigint, other: bigint) => (one < other ? one : other);

const mayBeNegative = ({ kind }: Leg['account']) => kind.case === 'house' && kind.value.kind === HouseAccountKind.WORLD;
export const textOf = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));

interface Drawing {
  readonly random: () => number;
  readonly accounts: readonly string[];
  /** One of the accounts. */
  readonly ofPlatform: string;
  readonly earlier: readonly Request[];
}

/** A tenth repeat an earlier key, some of them with other legs; the rest move a little money between a few accounts. */
export function requestFrom({ random, accounts, ofPlatform, earlier }: Drawing): Request {
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
    () => move(world('RTP'), available(ofPlatform)),
    () => move(available(ofPlatform), world('RTP')).map((leg) => (leg.amount < 0n ? { ...leg, restFrom: debt } : leg)),
  ])();
  if (earlier.length > 0 && random() < 0.1) {
    const before = pick(earlier.slice(-40));
    return random() < 0.7 ? before : { ...before, legs };
  }
  return { subject: randomUUID(), step: 'STEP', legs };
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomFrom(start: number): () => number {
  let count = 0;
  return () => createHash('sha256').update(`${start} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}
