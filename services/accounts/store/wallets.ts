// Wallets in the database. Recovery phrases are sealed when written and opened when read.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { sealedById } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';

interface WalletRow {
  readonly accountId: string;
  readonly mnemonic: Buffer;
}

export interface NewWallet {
  /** uuid of its internal account. */
  readonly accountId: string;
  readonly mnemonic: string;
}

export function walletRows(db: Queryable, secrets: Sealing) {
  const opened = (rows: readonly WalletRow[]) =>
    new Map(rows.map(({ accountId, mnemonic }) => [accountId, secrets.open(mnemonic, placeOf(accountId)).toString()]));

  return {
    /** Stores the wallets of accounts opened in the same transaction. Returns their ids; existing ones are skipped. */
    async keep(wallets: readonly NewWallet[]): Promise<Set<string>> {
      if (wallets.length === 0) return new Set();
      const kept = await db.query(sql<{ id: string }>`
        insert into wallet (account_id, platform_id, mnemonic)
        select id, platform_id, mnemonic from internal_account join unnest(
          ${wallets.map(({ accountId }) => accountId)}::uuid[],
          ${wallets.map(({ accountId, mnemonic }) => secrets.seal(mnemonic, placeOf(accountId)))}::bytea[]
        ) as new (id, mnemonic) using (id)
        returning account_id as id`);
      return new Set(kept.map(({ id }) => id));
    },

    /** The recovery phrase of an account. Throws if it is not a wallet. */
    async mnemonicOf(accountId: string): Promise<string> {
      const rows = await db.query(sql<WalletRow>`
        select account_id as "accountId", mnemonic from wallet where account_id = ${accountId}`);
      const mnemonic = opened(rows).get(accountId);
      if (mnemonic === undefined) throw new Error(`The account ${accountId} has no wallet.`);
      return mnemonic;
    },

    /** Records that a credential was verified. False if that is already recorded. */
    async bootstrap(accountId: string, at: Date): Promise<boolean> {
      const rows = await db.query(sql`
        update wallet set bootstrapped_at = ${at} where account_id = ${accountId} and bootstrapped_at is null returning 1`);
      return rows.length > 0;
    },

    /** The recovery phrases of the accounts that are wallets with a verified credential. */
    bootstrapped: async (accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      opened(
        await db.query(sql<WalletRow>`
          select account_id as "accountId", mnemonic from wallet
          where account_id = any(${[...accountIds]}::uuid[]) and bootstrapped_at is not null`),
      ),
  };
}

const placeOf = (accountId: string): Place => ({ purpose: 'accounts.mnemonic', row: accountId });

export const sealedMnemonics = sealedById('wallet', 'mnemonic', { key: 'account_id', place: placeOf });
