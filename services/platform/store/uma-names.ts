// The directory of UMA domains and subdomains. A name is claimed here before a platform uses it, so that at most one platform has it.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { type UmaNameKind, UmaNameRecord } from './records.ts';

export interface UmaName {
  readonly kind: UmaNameKind;
  readonly name: string;
}

/** The platform that claimed a name, and when in real time. */
export interface UmaNameClaim extends UmaName {
  readonly platformId: string;
  readonly claimedAt: Date;
}

export interface UmaNames {
  /** Claims a name that is free or already the platform's own. Otherwise returns its owner. */
  claim(claim: UmaNameClaim): Promise<UmaNameClaim | undefined>;
  /** Takes over a name. False if its claim has changed. */
  takeOver(from: UmaNameClaim, claim: UmaNameClaim): Promise<boolean>;
}

const tables = tablesOf(UmaNameRecord);

export function umaNames(db: Queryable): UmaNames {
  return {
    async claim({ kind, name, platformId, claimedAt }) {
      const insert = insertInto(UmaNameRecord, [{ kind, name, platform_id: platformId, claimed_at: claimedAt }]);
      const [claimed] = await db.query(
        insert
          .onConflict((conflict) =>
            conflict
              .columns(['kind', 'name'])
              .doUpdateSet({ claimed_at: claimedAt })
              .where('uma_name.platform_id', '=', platformId),
          )
          .returning('name'),
      );
      if (claimed) return undefined;
      const standing = tables.selectFrom('uma_name').selectAll().where('kind', '=', kind).where('name', '=', name);
      const [row] = await db.query(standing);
      return row && { kind, name, platformId: row.platform_id, claimedAt: row.claimed_at };
    },
    async takeOver(from, { platformId, claimedAt }) {
      const update = tables.updateTable('uma_name').set({ platform_id: platformId, claimed_at: claimedAt });
      const was = { kind: from.kind, name: from.name, platform_id: from.platformId, claimed_at: from.claimedAt };
      const rows = await db.query(update.where(({ and }) => and(was)).returning('name'));
      return rows.length === 1;
    },
  };
}
