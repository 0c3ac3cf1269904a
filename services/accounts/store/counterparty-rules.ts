// Platforms with counterparty rules.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { CounterpartyRulesRecord } from './external-account-records.ts';

export function counterpartyRules(db: Queryable) {
  return {
    async apply(platformId: string): Promise<boolean> {
      const rules = tablesOf(CounterpartyRulesRecord).selectFrom('counterparty_rules').select('applies');
      const [row] = await db.query(rules.where('platform_id', '=', platformId));
      return row?.applies ?? false;
    },

    async set(platformId: string, applies: boolean): Promise<void> {
      const insert = insertInto(CounterpartyRulesRecord, [{ platform_id: platformId, applies }]);
      await db.query(insert.onConflict((conflict) => conflict.column('platform_id').doUpdateSet({ applies })));
    },
  };
}
