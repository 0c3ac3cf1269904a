// Properties of every batch that the ledger decides, with any bookings.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalRequest, Leg } from '../../services/accounts/domain/journal.ts';
import { type Booking, type Decision, decideAll, type Holding, totalOf } from '../../services/accounts/domain/ledger.ts';
import { houseAccount, internalPart, type LedgerAccount, type Part } from '../../services/accounts/domain/ledger-account.ts';

const platformId = '00000000-0000-7000-8000-000000000001';
const currency = 'USD';
const own = [1, 2, 3].map((number) => `00000000-0000-7000-8000-00000000000${number}`);
const parts: Part[] = ['available', 'held', 'pendingIn'];
const houses = (['WORLD', 'FX', 'PAYOUT', 'REFUND'] as const).map((kind) =>
  houseAccount({ platformId, currency, kind, subaccount: '' }),
);
const neverNegative = new Set([...own, ...houses.slice(2).map(({ balanceId }) => balanceId)]);

const account: fc.Arbitrary<LedgerAccount> = fc.oneof(
  fc.constantFrom(...houses),
  fc.record({ id: fc.constantFrom(...own), part: fc.constantFrom(...parts) }).map(({ id, part }) => internalPart(id, part)),
);
const amount = fc.bigInt({ min: -200n, max: 200n }).filter((value) => value !== 0n);
const leg: fc.Arbitrary<Leg> = fc
  .record({ account, amount, restFrom: fc.option(account, { freq: 5, nil: undefined }) })
  .map(({ restFrom, ...rest }) => ({ ...rest, currency, ...(restFrom && { restFrom }) }));

/** Legs that sum to zero: the last one balances the others. */
const journal: fc.Arbitrary<JournalRequest> = fc
  .record({ legs: fc.array(leg, { minLength: 1, maxLength: 4 }), last: account })
  .map(({ legs, last }) => {
    const sum = legs.reduce((total, { amount }) => total + amount, 0n);
    const all = sum === 0n ? legs : [...legs, { account: last, currency, amount: -sum }];
    return { id: own[0] ?? '', platformId, subject: own[0] ?? '', step: 'STEP', legs: all, at: new Date(0) };
  });

const status = fc.constantFrom('ACTIVE', 'ACTIVE', 'FROZEN', 'CLOSED', 'PENDING');
const start = fc.tuple(...own.map(() => fc.record({ available: fc.bigInt(0n, 500n), held: fc.bigInt(0n, 100n), status })));

function holdingsOf(balances: readonly { available: bigint; held: bigint; status: string }[]): Map<string, Holding> {
  const common = { platformId, currency, pendingIn: 0n, version: 0n };
  const internal = own.map((id, at) => ({
    ...common,
    available: 0n,
    held: 0n,
    status: 'ACTIVE',
    ...balances[at],
    id,
    neverNegative: true,
  }));
  const house = houses.map(({ balanceId: id }) => ({
    ...common,
    id,
    available: 0n,
    held: 0n,
    neverNegative: neverNegative.has(id),
  }));
  return new Map([...internal, ...house].map((holding) => [holding.id, holding as Holding]));
}

const isBooked = (decision: Decision): decision is Booking => 'postings' in decision;
const sumOf = (holdings: ReadonlyMap<string, Holding>) =>
  [...holdings.values()].reduce((sum, holding) => sum + totalOf(holding), 0n);

test('no money appears or vanishes, and no limited balance falls below zero', () => {
  fc.assert(
    fc.property(start, fc.array(journal, { maxLength: 12 }), (balances, journals) => {
      const holdings = holdingsOf(balances);
      const before = sumOf(holdings);

      decideAll(journals, new Map([[platformId, holdings]]));

      expect(sumOf(holdings)).toBe(before);
      for (const holding of holdings.values()) {
        for (const part of parts) expect(holding[part] < 0n && neverNegative.has(holding.id)).toBe(false);
      }
    }),
  );
});

test('balances change by exactly the booked amounts, and each booking sums to zero', () => {
  fc.assert(
    fc.property(start, fc.array(journal, { maxLength: 12 }), (balances, journals) => {
      const holdings = holdingsOf(balances);
      const expected = new Map([...holdings].map(([id, { available, held, pendingIn }]) => [id, { available, held, pendingIn }]));

      const booked = decideAll(journals, new Map([[platformId, holdings]])).filter(isBooked);

      for (const { postings } of booked) {
        expect(postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
        for (const { account, amount } of postings) {
          const row = expected.get(account.balanceId);
          if (row) row[account.part] += amount;
        }
      }
      for (const [id, row] of expected) expect(holdings.get(id)).toMatchObject(row);
    }),
  );
});

test('a refusal changes nothing, and the same journal is refused again', () => {
  fc.assert(
    fc.property(start, journal, (balances, request) => {
      const holdings = holdingsOf(balances);
      const before = new Map(holdings);

      const [decision] = decideAll([request], new Map([[platformId, holdings]]));

      fc.pre(decision !== undefined && !isBooked(decision));
      expect(holdings).toEqual(before);
      expect(decideAll([request], new Map([[platformId, holdings]]))[0]).toEqual(decision);
    }),
  );
});

test('a version grows by one with each snapshot of an account', () => {
  fc.assert(
    fc.property(start, fc.array(journal, { maxLength: 12 }), (balances, journals) => {
      const holdings = holdingsOf(balances);

      const shown = decideAll(journals, new Map([[platformId, holdings]]))
        .filter(isBooked)
        .flatMap((booking) => booking.shown);

      for (const id of own) {
        const versions = shown.filter((holding) => holding.id === id).map(({ version }) => version);
        expect(versions).toEqual(versions.map((_, at) => BigInt(at + 1)));
        expect(holdings.get(id)?.version).toBe(BigInt(versions.length));
      }
    }),
  );
});
