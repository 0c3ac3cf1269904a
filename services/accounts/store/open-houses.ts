// Creates house accounts with the first journal that uses them.
import { rowKey } from '../../kit/core/ids.ts';
import { RecentMap } from '../../kit/core/recent-map.ts';
import { alternativesOf, type JournalRequest, type Leg } from '../domain/journal.ts';
import type { LedgerAccount } from '../domain/ledger-account.ts';
import type { Claim, NewHouse } from './ledger-statements.ts';

/** House accounts that this process has seen committed. Such rows are never deleted, so the cache only avoids inserting them again. */
export class OpenHouseAccounts {
  readonly #known = new RecentMap<string, true>(knownMax);

  missing(claims: readonly Claim[]): NewHouse[] {
    const houseAccounts = new Map<string, NewHouse>();
    for (const { account, currency, journal } of accountsIn(claims)) {
      const { house, balanceId, part } = account;
      const { platformId } = journal;
      const key = rowKey({ platformId, id: balanceId });
      if (!house || this.#known.get(key)) continue;
      houseAccounts.set(key, {
        account: { balanceId, part, house },
        platformId,
        currency,
        at: journal.at,
      });
    }
    return [...houseAccounts.values()].sort(
      (one, other) => compare(one.platformId, other.platformId) || compare(one.account.balanceId, other.account.balanceId),
    );
  }

  add(houseAccounts: readonly NewHouse[]): void {
    for (const { account, platformId } of houseAccounts) this.#known.set(rowKey({ platformId, id: account.balanceId }), true);
  }
}

const knownMax = 100_000;

/** Every account of a batch, once per leg. */
export function accountsIn(claims: readonly Claim[]) {
  return claims.flatMap(({ journal }) =>
    legsOf(journal).flatMap((leg) => accountsOf([leg]).map((account) => ({ account, currency: leg.currency, journal }))),
  );
}

/** The legs of all alternatives. */
export const legsOf = (journal: JournalRequest): Leg[] => alternativesOf(journal).flat();

/** The accounts of legs. */
export function accountsOf(legs: readonly Leg[]): LedgerAccount[] {
  return legs.flatMap(({ account, restFrom }) => (restFrom ? [account, restFrom] : [account]));
}

/** For sorting by code units, which is the same in every process. */
export const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
