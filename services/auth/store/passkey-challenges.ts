// Challenges that passkeys are to answer.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { PasskeyChallenge } from '../domain/passkey/challenge.ts';

export type PasskeyChallenges = ReturnType<typeof passkeyChallenges>;

export function passkeyChallenges(db: Queryable) {
  return {
    async find(credentialId: string, id: string): Promise<PasskeyChallenge | undefined> {
      const [row] = await db.query(sql<Row>`
        select id, credential_id as "credentialId", challenge, client_public_key as "clientPublicKey", failures,
               consumed_at as "consumedAt", created_at as "createdAt", expires_at as "expiresAt"
        from passkey_challenge where credential_id = ${credentialId} and id = ${id}`);
      if (!row) return undefined;
      const { consumedAt, ...rest } = row;
      return { ...rest, ...(consumedAt && { consumedAt }) };
    },

    /** And writes down that it was made. */
    async insert(platformId: string, made: PasskeyChallenge): Promise<void> {
      const { id, credentialId, challenge, clientPublicKey, createdAt, expiresAt } = made;
      await db.query(sql`
        with opened as (
          insert into passkey_challenge (id, credential_id, challenge, client_public_key, created_at, expires_at)
          values (${id}, ${credentialId}, ${challenge}, ${clientPublicKey}, ${createdAt}, ${expiresAt})
          returning id, created_at)
        insert into wallet_audit (platform_id, at, kind, subject)
        select ${platformId}::uuid, created_at, 'CHALLENGED', id from opened`);
    },

    /** When challenges of the credential were made, since then. */
    async times(credentialId: string, since: Date): Promise<Date[]> {
      const rows = await db.query(sql<{ createdAt: Date }>`
        select created_at as "createdAt" from passkey_challenge where credential_id = ${credentialId} and created_at > ${since}`);
      return rows.map(({ createdAt }) => createdAt);
    },

    async consume(id: string, now: Date): Promise<void> {
      await db.query(sql`update passkey_challenge set consumed_at = ${now} where id = ${id}`);
    },

    /** One more answer that was wrong; the last that may be wrong consumes the challenge. */
    async countFailure(id: string, { now, failuresMax }: { now: Date; failuresMax: number }): Promise<void> {
      await db.query(sql`
        update passkey_challenge
        set failures = failures + 1,
            consumed_at = case when failures + 1 >= ${failuresMax} then coalesce(consumed_at, ${now}) else consumed_at end
        where id = ${id}`);
    },

    /** Forgets what ended before. */
  };
}

type Row = Omit<PasskeyChallenge, 'consumedAt'> & { readonly consumedAt: Date | null };
