// The debts of platforms that a batch repays: their balances are locked and read with those that its legs name.
import { alternativesOf } from '../domain/journal.ts';
import { type AccountOwner, debtRepaidBy, isRepaying } from '../domain/platform-debt.ts';
import type { ByRow } from './by-row.ts';
import type { Claim, RowKey } from './ledger-statements.ts';
import type { NamedAccount } from './open-houses.ts';

/** The owner of an account never changes. Undefined if it is not known. */
export type OwnerOf = (key: RowKey) => AccountOwner | undefined;

export function debtsRepaidIn(claims: readonly Pick<Claim, 'journal'>[], ownerOf: OwnerOf): NamedAccount[] {
  const debts: NamedAccount[] = [];
  for (const { journal } of claims) {
    for (const leg of alternativesOf(journal).flat()) {
      const owner = isRepaying(leg) ? ownerOf({ platformId: journal.platformId, id: leg.account.balanceId }) : undefined;
      const account = owner && debtRepaidBy(owner);
      if (owner && account) debts.push({ account, currency: owner.currency, journal });
    }
  }
  return debts;
}

/** Throws `DebtsNotLocked` if the locks of a batch were taken without some of these debts. */
export function expectLocked(debts: readonly NamedAccount[], locked: Pick<ByRow<RowKey>, 'get'>): void {
  const missing = debts.filter(({ account, journal }) => !locked.get({ platformId: journal.platformId, id: account.balanceId }));
  if (missing.length > 0) throw new DebtsNotLocked(missing);
}

/** After its locks, a batch has found that an account belongs to a platform. It is rolled back and repeated with these debts. */
export class DebtsNotLocked extends Error {
  readonly debts: readonly NamedAccount[];

  constructor(debts: readonly NamedAccount[]) {
    super('A batch repays debts that it has not locked.');
    this.debts = debts;
  }
}
