// Properties of every batch that the ledger decides, with any bookings.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Booking,
  type Decision,
  decideAll,
  type Holding,
  type Posting,
  totalOf,
} from '../../services/accounts/domain/ledger.ts';
import { anyBalances, anyJournal, debt, holdingsOf, neverNegative, ofPlatform, own, parts, platformId } from './any-journals.ts';

const isBooked = (decision: Decision): decision is Booking => 'postings' in decision;
const sumOf = (holdings: ReadonlyMap<string, Holding>) =>
  [...holdings.values()].reduce((sum, holding) => sum + totalOf(holding), 0n);

test('no money appears or vanishes, and no limited balance falls below zero', () => {
  fc.assert(
    fc.property(anyBalances, fc.array(anyJournal, { maxLength: 12 }), (balances, journals) => {
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
    fc.property(anyBalances, fc.array(anyJournal, { maxLength: 12 }), (balances, journals) => {
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

test('no credit of the available balance of the platform leaves a debt that the booking did not add', () => {
  fc.assert(
    fc.property(anyBalances, fc.array(anyJournal, { maxLength: 12 }), (balances, journals) => {
      const holdings = holdingsOf(balances);
      const isOf = (id: string | undefined) => (posting: Posting) =>
        posting.account.balanceId === id && posting.account.part === 'available';

      for (const one of journals) {
        const [decision] = decideAll([one], new Map([[platformId, holdings]]));
        if (!decision || !isBooked(decision)) continue;
        const isCredited = decision.postings.some((posting) => isOf(ofPlatform)(posting) && posting.amount > 0n);
        const isAdded = decision.postings.some((posting) => isOf(debt.balanceId)(posting) && posting.amount < 0n);
        const left = holdings.get(debt.balanceId)?.available ?? 0n;
        expect(isCredited && !isAdded && left < 0n).toBe(false);
      }
    }),
  );
});

test('a refusal changes nothing, and the same journal is refused again', () => {
  fc.assert(
    fc.property(anyBalances, anyJournal, (balances, request) => {
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
    fc.property(anyBalances, fc.array(anyJournal, { maxLength: 12 }), (balances, journals) => {
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
