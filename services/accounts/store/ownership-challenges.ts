// Challenges in the database, one per account. The text to sign contains the address and is sealed under the key of the customer.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type KeyedRow, openerOf, personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, type Row } from '../../kit/storage/tables.ts';
import type { OwnershipChallenge } from '../domain/ownership/challenge.ts';
import { OwnershipChallengeRecord } from './external-account-records.ts';

/** With the customer of the account. */
type ChallengeRow = Row<typeof OwnershipChallengeRecord> & KeyedRow;

export function ownershipChallengeRows(db: Queryable, secrets: Sealing) {
  const keyOf = async (platformId: string, accountId: string) => {
    const [account] = await db.query(sql<{ customer_id: string | null }>`
      select customer_id from external_account where platform_id = ${platformId} and id = ${accountId}`);
    const owner = { platformId, customerId: account?.customer_id ?? undefined };
    return (await personalKeys(db, secrets).sealers([owner]))(owner);
  };
  return {
    /** The open challenge of an account. It may have expired. */
    async open(platformId: string, accountId: string): Promise<OwnershipChallenge | undefined> {
      const [row] = await db.query(sql<ChallengeRow>`
        select challenge.*, account.customer_id, ${personalKeyColumn('account', 'customer_id', platformId)}
        from ownership_challenge challenge join external_account account on account.platform_id = challenge.platform_id and account.id = account_id
        where challenge.platform_id = ${platformId} and account_id = ${accountId} and spent_at is null`);
      return row && toChallenge(row, secrets);
    },

    /** Replaces the current challenge. The account is locked. */
    async put({ id, platformId, accountId, method, message, createdAt, expiresAt }: OwnershipChallenge): Promise<void> {
      const sealed = message === undefined ? null : (await keyOf(platformId, accountId)).seal(message, placeOf(id));
      const changes = { id, method, message: sealed, created_at: createdAt, expires_at: expiresAt, spent_at: null };
      const insert = insertInto(OwnershipChallengeRecord, [{ platform_id: platformId, account_id: accountId, ...changes }]);
      await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'account_id']).doUpdateSet(changes)));
    },

    /** False if it is not open any more. */
    async spend({ id, platformId, accountId }: OwnershipChallenge, spentAt: Date): Promise<boolean> {
      const spent = await db.query(sql`
        update ownership_challenge set spent_at = ${spentAt}
        where platform_id = ${platformId} and account_id = ${accountId} and id = ${id} and spent_at is null returning 1`);
      return spent.length > 0;
    },
  };
}

const placeOf = (id: string): Place => ({ purpose: 'ownership-challenge', row: id });

function toChallenge(row: ChallengeRow, secrets: Sealing): OwnershipChallenge {
  const message = row.message && openerOf(row, secrets)?.open(row.message, placeOf(row.id)).toString();
  return {
    id: row.id,
    platformId: row.platform_id,
    accountId: row.account_id,
    method: row.method,
    ...(message && { message }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** For the platform's own accounts. */
export const sealedChallenges: SealedColumn = {
  table: 'ownership_challenge',
  column: 'message',
  key: { platform_id: 'uuid', account_id: 'uuid' },
  other: 'id',
  which: `(select customer_id is null from external_account account
    where account.platform_id = ownership_challenge.platform_id and account.id = account_id)`,
  place: ({ id = '' }) => placeOf(id),
};
