// The directory of UMA domains and subdomains. A name is claimed here before the platform's row takes it, so that one platform at most has it.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { type UmaNameKind, UmaNameRecord } from './records.ts';

export interface UmaName {
  readonly kind: UmaNameKind;
  readonly name: string;
}

/** Who claimed a name, and when on the wall. */
export interface UmaNameClaim extends UmaName {
  readonly platformId: string;
  readonly claimedAt: Date;
}

export interface UmaNames {
  /** Claims a name that is nobody's or the platform's own; otherwise returns whose it is. */
  claim(claim: UmaNameClaim): Promise<UmaNameClaim | undefined>;
  /** Takes a name over; false when its claim is not the same any more. */
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
