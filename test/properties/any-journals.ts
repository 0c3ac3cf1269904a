// Any journals, and balances that they may meet: those of the platform's account, of two customers and of house accounts.
import * as fc from 'fast-check';
import type { JournalRequest, Leg } from '../../services/accounts/domain/journal.ts';
import type { Holding } from '../../services/accounts/domain/ledger.ts';
import {
  type HouseKind,
  houseAccount,
  internalPart,
  type LedgerAccount,
  type Part,
} from '../../services/accounts/domain/ledger-account.ts';

export const platformId = '00000000-0000-7000-8000-000000000001';
const currency = 'USD';
export const own = [1, 2, 3].map((number) => `00000000-0000-7000-8000-00000000000${number}`);
/** The account of the platform; the others are of customers. */
export const [ofPlatform] = own;
export const parts: Part[] = ['available', 'held', 'pendingIn'];
const house = (kind: HouseKind) => houseAccount({ platformId, currency, kind, subaccount: '' });
export const debt = house('PLATFORM_RECEIVABLE');
const houses = [house('WORLD'), house('FX'), debt, house('PAYOUT'), house('REFUND')];
export const neverNegative = new Set([...own, ...houses.slice(3).map(({ balanceId }) => balanceId)]);

const account: fc.Arbitrary<LedgerAccount> = fc.oneof(
  fc.constantFrom(...houses),
  fc.record({ id: fc.constantFrom(...own), part: fc.constantFrom(...parts) }).map(({ id, part }) => internalPart(id, part)),
);
const amount = fc.bigInt({ min: -200n, max: 200n }).filter((value) => value !== 0n);
const leg: fc.Arbitrary<Leg> = fc
  .record({ account, amount, restFrom: fc.option(account, { freq: 5, nil: undefined }) })
  .map(({ restFrom, ...rest }) => ({ ...rest, currency, ...(restFrom && rest.amount < 0n && { restFrom }) }));

/** Legs that sum to zero: the last one balances the others. */
export const anyJournal: fc.Arbitrary<JournalRequest> = fc
  .record({ legs: fc.array(leg, { minLength: 1, maxLength: 4 }), last: account })
  .map(({ legs, last }) => {
    const sum = legs.reduce((total, { amount }) => total + amount, 0n);
    const all = sum === 0n ? legs : [...legs, { account: last, currency, amount: -sum }];
    return { id: own[0] ?? '', platformId, subject: own[0] ?? '', step: 'STEP', legs: all, at: new Date(0) };
  });

const status = fc.constantFrom('ACTIVE', 'ACTIVE', 'FROZEN', 'CLOSED', 'PENDING');
export const anyBalances = fc.tuple(
  ...own.map(() => fc.record({ available: fc.bigInt(0n, 500n), held: fc.bigInt(0n, 100n), status })),
);

export function holdingsOf(balances: readonly { available: bigint; held: bigint; status: string }[]): Map<string, Holding> {
  const common = { platformId, currency, pendingIn: 0n, version: 0n };
  const internal = own.map((id, at) => ({
    ...common,
    available: 0n,
    held: 0n,
    status: 'ACTIVE',
    ...balances[at],
    id,
    neverNegative: true,
    ...(id === ofPlatform && { debt }),
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
