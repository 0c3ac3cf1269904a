// Passkeys in the database, and the challenges that they were registered with.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Passkey } from '../domain/passkey/registration.ts';

export type Passkeys = ReturnType<typeof passkeys>;

export interface Registration {
  readonly accountId: string;
  readonly credentialId: string;
  /** Base64url without padding. */
  readonly challenge: string;
}

export function passkeys(db: Queryable) {
  return {
    async find(credentialId: string): Promise<Passkey | undefined> {
      const [row] = await db.query(sql<Omit<Passkey, 'counter'> & { counter: string }>`
        select rp_id_hash as "rpIdHash", public_key as "publicKey", counter::text as counter
        from passkey where credential_id = ${credentialId}`);
      return row && { ...row, counter: Number(row.counter) };
    },

    async insert(credentialId: string, { rpIdHash, publicKey, counter }: Passkey): Promise<void> {
      await db.query(sql`
        insert into passkey (credential_id, rp_id_hash, public_key, counter)
        values (${credentialId}, ${rpIdHash}, ${publicKey}, ${counter})`);
    },

    async moveCounter(credentialId: string, counter: number): Promise<void> {
      await db.query(sql`update passkey set counter = ${counter} where credential_id = ${credentialId}`);
    },

    /** Whether another credential of the account was registered with it, even if that is gone. */
    async isChallengeUsed({ accountId, credentialId, challenge }: Registration): Promise<boolean> {
      const rows = await db.query(sql`
        select from used_registration
        where account_id = ${accountId} and challenge_hash = ${hashOf(challenge)} and credential_id <> ${credentialId}`);
      return rows.length > 0;
    },

    async useChallenge({ accountId, credentialId, challenge }: Registration): Promise<void> {
      await db.query(sql`
        insert into used_registration (account_id, challenge_hash, credential_id)
        values (${accountId}, ${hashOf(challenge)}, ${credentialId})`);
    },
  };
}

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest();
