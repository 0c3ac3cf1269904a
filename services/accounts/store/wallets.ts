// Wallets in the database. Recovery phrases are sealed when written and opened when read.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { type Row, tablesOf, unnest } from '../../kit/storage/tables.ts';
import { WalletRecord } from './account-records.ts';

/** The key of a wallet. */
export interface WalletKey {
  readonly platformId: string;
  /** uuid of its internal account. */
  readonly accountId: string;
}

export interface NewWallet extends WalletKey {
  readonly mnemonic: string;
}

type WalletRow = Pick<Row<typeof WalletRecord>, 'account_id' | 'mnemonic'>;

const tables = tablesOf(WalletRecord);

export function walletRows(db: Queryable, secrets: Sealing) {
  const opened = (rows: readonly WalletRow[]) =>
    new Map(rows.map(({ account_id: id, mnemonic }) => [id, secrets.open(mnemonic, placeOf(id)).toString()]));

  return {
    /** Stores the wallets of accounts opened in the same transaction. Returns their ids; existing ones are skipped. */
    async keep(wallets: readonly NewWallet[]): Promise<Set<string>> {
      if (wallets.length === 0) return new Set();
      const sealed = wallets.map(({ platformId, accountId, mnemonic }) => {
        return { platform_id: platformId, account_id: accountId, mnemonic: secrets.seal(mnemonic, placeOf(accountId)) };
      });
      const kept = await db.query(sql<{ id: string }>`
        insert into wallet (platform_id, account_id, mnemonic)
        select new.platform_id, account_id, mnemonic from ${unnest(WalletRecord, ['platform_id', 'account_id', 'mnemonic'], sealed)}
        join internal_account account on account.platform_id = new.platform_id and account.id = account_id
        returning account_id as id`);
      return new Set(kept.map(({ id }) => id));
    },

    /** The recovery phrase of an account. Throws if it is not a wallet. */
    async mnemonicOf({ platformId, accountId }: WalletKey): Promise<string> {
      const rows = await db.query(ofPlatform(platformId).where('account_id', '=', accountId));
      const mnemonic = opened(rows).get(accountId);
      if (mnemonic === undefined) throw new Error(`The account ${accountId} has no wallet.`);
      return mnemonic;
    },

    /** Records that a credential was verified. False if that is already recorded. */
    async bootstrap({ platformId, accountId }: WalletKey, at: Date): Promise<boolean> {
      const named = { platform_id: platformId, account_id: accountId };
      const noted = tables.updateTable('wallet').set({ bootstrapped_at: at }).where('bootstrapped_at', 'is', null);
      const rows = await db.query(noted.where(({ and }) => and(named)).returning('account_id'));
      return rows.length > 0;
    },

    /** The recovery phrases of the accounts that are wallets with a verified credential. */
    bootstrapped: async (platformId: string, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      opened(
        await db.query(
          ofPlatform(platformId)
            .where('account_id', '=', sql<string>`any(${[...accountIds]}::uuid[])`)
            .where('bootstrapped_at', 'is not', null),
        ),
      ),
  };
}

const ofPlatform = (platformId: string) =>
  tables.selectFrom('wallet').select(['account_id', 'mnemonic']).where('platform_id', '=', platformId);

const placeOf = (accountId: string): Place => ({ purpose: 'accounts.mnemonic', row: accountId });

export const sealedMnemonics: SealedColumn = {
  table: 'wallet',
  column: 'mnemonic',
  key: { platform_id: 'uuid', account_id: 'uuid' },
  place: ({ account_id: id = '' }) => placeOf(id),
};
