// Challenges for passkeys.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import type { PasskeyChallenge } from '../domain/passkey/challenge.ts';
import { PasskeyChallengeRecord } from './proof-records.ts';
import { auditing } from './wallet-audit.ts';

export type PasskeyChallenges = ReturnType<typeof passkeyChallenges>;

type Key = Pick<PasskeyChallenge, 'platformId' | 'id'>;

export function passkeyChallenges(db: Queryable) {
  const audited = auditing(db);
  return {
    async find({ platformId, id, credentialId }: Key & { credentialId: string }): Promise<PasskeyChallenge | undefined> {
      const which = { platform_id: platformId, id, credential_id: credentialId };
      const challenge = tables.selectFrom('passkey_challenge').selectAll();
      const [row] = await db.query(challenge.where(({ and }) => and(which)));
      return row && toDomain(row);
    },

    /** Also records it in the audit. */
    async insert({ platformId, id, credentialId, challenge, clientPublicKey, ...made }: PasskeyChallenge): Promise<void> {
      const names = { platform_id: platformId, id, credential_id: credentialId, challenge, client_public_key: clientPublicKey };
      const times = { consumed_at: null, created_at: made.createdAt, expires_at: made.expiresAt };
      const insert = insertInto(PasskeyChallengeRecord, [{ ...names, ...times }]).returning(['platform_id', 'id']);
      await audited(insert, { kind: 'CHALLENGED', at: made.createdAt });
    },

    /** Times of the credential's challenges since then. */
    async times(platformId: string, credentialId: string, since: Date): Promise<Date[]> {
      const made = tables.selectFrom('passkey_challenge').select('created_at').where('created_at', '>', since);
      const rows = await db.query(made.where('platform_id', '=', platformId).where('credential_id', '=', credentialId));
      return rows.map((row) => row.created_at);
    },

    async consume({ platformId, id }: Key, now: Date): Promise<void> {
      const update = tables.updateTable('passkey_challenge').set({ consumed_at: now });
      await db.query(update.where('platform_id', '=', platformId).where('id', '=', id));
    },

    /** Counts an invalid response. The last allowed one uses up the challenge. */
    async countFailure({ platformId, id }: Key, now: Date, failuresMax: number): Promise<void> {
      await db.query(sql`
        update passkey_challenge
        set failures = failures + 1,
            consumed_at = case when failures + 1 >= ${failuresMax} then coalesce(consumed_at, ${now}) else consumed_at end
        where platform_id = ${platformId} and id = ${id}`);
    },
  };
}

const tables = tablesOf(PasskeyChallengeRecord);

function toDomain(row: Row<typeof PasskeyChallengeRecord>): PasskeyChallenge {
  const { platform_id: platformId, id, credential_id: credentialId, challenge, failures, consumed_at: consumedAt } = row;
  const [createdAt, expiresAt] = [row.created_at, row.expires_at];
  const known = { platformId, id, credentialId, challenge, clientPublicKey: row.client_public_key, failures };
  return { ...known, createdAt, expiresAt, ...(consumedAt && { consumedAt }) };
}
