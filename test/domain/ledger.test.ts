// Decisions of the ledger in memory.
import { expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { type AccountStatus, accountMoves } from '../../services/accounts/domain/account-status.ts';
import { fingerprintOf, type JournalRequest, type Leg } from '../../services/accounts/domain/journal.ts';
import { type Decision, decide, decideAll, type Holding } from '../../services/accounts/domain/ledger.ts';
import { type HouseKind, houseAccount, internalPart, type Part } from '../../services/accounts/domain/ledger-account.ts';
import { forkIdOf } from '../../services/kit/core/ids.ts';

const platformId = '00000000-0000-7000-8000-000000000001';
const accountId = '00000000-0000-7000-8000-00000000000a';
const house = (kind: HouseKind, subaccount = '') => houseAccount({ platformId, currency: 'USD', kind, subaccount });
const own = (part: Part) => internalPart(accountId, part);
const leg = (account: Leg['account'], amount: bigint, restFrom?: Leg['account']): Leg => ({
  account,
  currency: 'USD',
  amount,
  ...(restFrom && { restFrom }),
});

function journal(...legs: Leg[]): JournalRequest {
  return { id: accountId, platformId, subject: accountId, step: 'STEP', legs, at: new Date(0) };
}

const empty = { platformId, currency: 'USD', available: 0n, held: 0n, pendingIn: 0n, version: 0n };

/** The account with these balances, and every house account that the tests use. */
function holdings(balances: Partial<Holding> = {}): Map<string, Holding> {
  const houses: Holding[] = [
    { ...empty, id: house('WORLD', 'RTP').balanceId, neverNegative: false },
    { ...empty, id: house('FX').balanceId, neverNegative: false },
    { ...empty, id: house('PLATFORM_RECEIVABLE').balanceId, neverNegative: false },
    { ...empty, id: house('PAYOUT').balanceId, neverNegative: true },
    { ...empty, id: house('REFUND').balanceId, neverNegative: true, available: 1_000n },
  ];
  const account: Holding = { ...empty, id: accountId, neverNegative: true, status: 'ACTIVE', ...balances };
  return new Map([account, ...houses].map((holding) => [holding.id, holding]));
}

const isBooked = (decision: Decision) => 'postings' in decision;

test('the order within the batch decides which booking is refused', () => {
  const hold = journal(leg(own('available'), -60n), leg(own('held'), 60n));

  const decisions = decideAll(
    [hold, hold, journal(leg(own('available'), -40n), leg(own('held'), 40n))],
    new Map([[platformId, holdings({ available: 100n })]]),
  );

  expect(decisions.map(isBooked)).toEqual([true, false, true]);
  expect(decisions[1]).toMatchObject({ code: ErrorCode.INVALID_AMOUNT, details: { available: 40, required: 60 } });
});

test('balances with the same id on a platform and its fork are separate', () => {
  const hold = journal(leg(own('available'), -60n), leg(own('held'), 60n));
  const forkId = forkIdOf(crypto.randomUUID(), platformId);
  const inFork = [...holdings({ available: 60n }).values()].map(
    (holding) => [holding.id, { ...holding, platformId: forkId }] as const,
  );

  const decisions = decideAll(
    [hold, { ...hold, platformId: forkId }, hold],
    new Map([
      [platformId, holdings({ available: 60n })],
      [forkId, new Map(inFork)],
    ]),
  );

  expect(decisions.map(isBooked)).toEqual([true, true, false]);
});

test('only the balance at the end of a journal counts, not one in between', () => {
  const decision = decide(
    journal(leg(own('available'), -50n), leg(house('WORLD', 'RTP'), -10n), leg(own('available'), 60n)),
    holdings(),
  );

  expect(isBooked(decision)).toBe(true);
});

test('an account gets a new snapshot only when its balance or total balance changes', () => {
  const inside = decide(journal(leg(own('held'), -5n), leg(own('pendingIn'), 5n)), holdings({ held: 5n }));
  const outside = decide(journal(leg(own('held'), -5n), leg(house('PAYOUT'), 5n)), holdings({ held: 5n }));

  expect(inside).toMatchObject({ shown: [], after: [{ held: 0n, pendingIn: 5n, version: 0n }] });
  expect(outside).toMatchObject({ shown: [{ id: accountId, held: 0n, version: 1n }] });
});

test('a limited debit never exceeds the balance', () => {
  const rest = house('PLATFORM_RECEIVABLE');
  const debit = decide(journal(leg(own('available'), -100n, rest), leg(house('FX'), 100n)), holdings({ available: 30n }));
  const nothing = decide(journal(leg(own('available'), -100n, rest), leg(house('FX'), 100n)), holdings());

  expect(amountsOf(debit)).toEqual([-30n, -70n, 100n]);
  expect(amountsOf(nothing)).toEqual([-100n, 100n]);
});

test.each([
  ['a platform without a debt', 0n, [-100n, 100n]],
  ['a platform that owes less', -30n, [-100n, 70n, 30n]],
  ['a platform that owes more', -130n, [-100n, 100n]],
])('a credit of the available balance of %s first repays the debt', (_, owed, booked) => {
  const debt = house('PLATFORM_RECEIVABLE');
  const before = holdings({ debt });
  before.set(debt.balanceId, { ...empty, id: debt.balanceId, neverNegative: false, available: owed });

  const decision = decide(journal(leg(house('FX'), -100n), leg(own('available'), 100n)), before);
  const seen = decide(journal(leg(house('FX'), -100n), leg(own('pendingIn'), 100n)), before);

  expect(amountsOf(decision)).toEqual(booked);
  expect(decision).toMatchObject({ shown: owed === -130n ? [] : [{ id: accountId, available: 100n + owed }] });
  expect(amountsOf(seen)).toEqual([-100n, 100n]);
});

const amountsOf = (decision: Decision) => ('postings' in decision ? decision.postings.map(({ amount }) => amount) : decision);

const movements: readonly [string, JournalRequest, readonly AccountStatus[]][] = [
  ['a hold', journal(leg(own('available'), -1n), leg(own('held'), 1n)), ['ACTIVE']],
  ['a dispatch', journal(leg(own('held'), -1n), leg(house('PAYOUT'), 1n)), ['ACTIVE']],
  ['a deposit', journal(leg(house('WORLD', 'RTP'), -1n), leg(own('available'), 1n)), ['ACTIVE']],
  ['a deposit that clears', journal(leg(own('pendingIn'), -1n), leg(own('available'), 1n)), ['ACTIVE']],
  ['a deposit that is seen', journal(leg(house('WORLD', 'RTP'), -1n), leg(own('pendingIn'), 1n)), ['ACTIVE', 'FROZEN']],
  ['a deposit that is undone', journal(leg(own('pendingIn'), -1n), leg(house('WORLD', 'RTP'), 1n)), everyStatus()],
  ['a release', journal(leg(own('held'), -1n), leg(house('REFUND'), 1n)), everyStatus()],
  ['a card release', journal(leg(own('held'), -1n), leg(own('available'), 1n)), everyStatus()],
  ['a refund', journal(leg(house('REFUND'), -1n), leg(own('available'), 1n)), everyStatus()],
  ['a fee taken back', journal(leg(own('available'), -1n, house('FX')), leg(house('REFUND'), 1n)), everyStatus()],
];

function everyStatus(): AccountStatus[] {
  return ['PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED'];
}

test.each(movements)('%s is booked only in the allowed states', (_, request, allowed) => {
  for (const status of everyStatus()) {
    const decision = decide(request, holdings({ status, available: 9n, held: 9n, pendingIn: 9n }));

    expect(isBooked(decision), status).toBe(allowed.includes(status));
  }
});

test('an account changes state along its table, and CLOSED is final', () => {
  expect(accountMoves.CLOSED).toEqual({});
  for (const status of everyStatus()) {
    const targets = Object.values(accountMoves[status]);
    expect(targets, status).not.toContain(status);
    expect(new Set(targets).size, status).toBe(targets.length);
  }
});

test('any difference of the legs changes the fingerprint', () => {
  const legs = [leg(own('available'), -1n), leg(own('held'), 1n)];
  const others = [
    [leg(own('available'), -2n), leg(own('held'), 2n)],
    [leg(own('available'), -1n), leg(own('pendingIn'), 1n)],
    [leg(own('available'), -1n, house('FX')), leg(own('held'), 1n)],
    legs.map((one) => ({ ...one, currency: 'EUR' })),
    legs.toReversed(),
  ];

  expect(new Set([[legs], ...others.map((one) => [one]), [legs, legs]].map(fingerprintOf)).size).toBe(7);
});

test('the house account follows from the family of the platform, kind, subaccount and currency', () => {
  const parts = { platformId, currency: 'USD', kind: 'WORLD', subaccount: 'RTP' } as const;
  const others = [
    { ...parts, platformId: accountId },
    { ...parts, currency: 'EUR' },
    { ...parts, subaccount: 'ACH' },
    { ...parts, kind: 'FX' as const },
  ];

  expect(houseAccount(parts).balanceId).toBe(
    houseAccount({ ...parts, platformId: forkIdOf(crypto.randomUUID(), platformId) }).balanceId,
  );
  expect(new Set([parts, ...others].map((one) => houseAccount(one).balanceId)).size).toBe(5);
  expect(houseAccount(parts).balanceId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});
