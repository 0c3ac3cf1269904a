// Creates house accounts with the first journal that uses them.
import { rowKey } from '../../kit/core/ids.ts';
import { RecentMap } from '../../kit/core/recent-map.ts';
import { alternativesOf, type JournalRequest } from '../domain/journal.ts';
import type { LedgerAccount } from '../domain/ledger-account.ts';
import type { Claim, NewHouse } from './ledger-statements.ts';

/** House accounts that this process has seen committed. Such rows are never deleted, so the cache only avoids inserting them again. */
export class OpenHouseAccounts {
  readonly #known = new RecentMap<string, true>(knownMax);

  missing(accounts: readonly NamedAccount[]): NewHouse[] {
    const houseAccounts = new Map<string, NewHouse>();
    for (const { account, currency, journal } of accounts) {
      const { house, balanceId, part } = account;
      if (!house) continue;
      const { platformId } = journal;
      const key = rowKey({ platformId, id: balanceId });
      if (this.#known.get(key)) continue;
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

/** An account that a leg names. */
export interface NamedAccount {
  readonly account: LedgerAccount;
  readonly currency: string;
  readonly journal: JournalRequest;
}

/** The accounts of all alternatives of a batch, once per leg. */
export function accountsIn(claims: readonly Pick<Claim, 'journal'>[]): NamedAccount[] {
  const accounts: NamedAccount[] = [];
  for (const { journal } of claims) {
    for (const { account, currency, restFrom } of alternativesOf(journal).flat()) {
      accounts.push({ account, currency, journal });
      if (restFrom) accounts.push({ account: restFrom, currency, journal });
    }
  }
  return accounts;
}

/** For sorting by code units, which is the same in every process. */
export const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
