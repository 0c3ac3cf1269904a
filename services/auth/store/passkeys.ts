// Passkeys in the database, and the challenges of their registrations.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { Passkey } from '../domain/passkey/registration.ts';
import { PasskeyRecord, UsedRegistrationRecord } from './proof-records.ts';

export type Passkeys = ReturnType<typeof passkeys>;

export interface Registration {
  readonly platformId: string;
  readonly accountId: string;
  readonly credentialId: string;
  /** Base64url without padding. */
  readonly challenge: string;
}

export function passkeys(db: Queryable) {
  return {
    async find(platformId: string, credentialId: string): Promise<Passkey | undefined> {
      const row = await db.em.findOne(PasskeyRecord, { platformId, credentialId });
      return row ? { rpIdHash: row.rpIdHash, publicKey: row.publicKey, counter: Number(row.counter) } : undefined;
    },

    insert({ platformId, credentialId }: PasskeyKey, { rpIdHash, publicKey, counter }: Passkey): void {
      const row = { rpIdHash: Buffer.from(rpIdHash), publicKey: Buffer.from(publicKey), counter: BigInt(counter) };
      db.em.create(PasskeyRecord, { platformId, credentialId, ...row });
    },

    async moveCounter({ platformId, credentialId }: PasskeyKey, counter: number): Promise<void> {
      const row = await db.em.findOneOrFail(PasskeyRecord, { platformId, credentialId });
      Object.assign(row, { counter: BigInt(counter) });
    },

    /** Whether another credential of the account was registered with it, even a deleted one. */
    async isChallengeUsed({ platformId, accountId, credentialId, challenge }: Registration): Promise<boolean> {
      const which = { platform_id: platformId, account_id: accountId, challenge_hash: hashOf(challenge) };
      const used = tables.selectFrom('used_registration').select('credential_id').where('credential_id', '<>', credentialId);
      return (await db.query(used.where(({ and }) => and(which)))).length > 0;
    },

    async useChallenge({ platformId, accountId, credentialId, challenge }: Registration): Promise<void> {
      const row = {
        platform_id: platformId,
        account_id: accountId,
        challenge_hash: hashOf(challenge),
        credential_id: credentialId,
      };
      await db.query(insertInto(UsedRegistrationRecord, [row]));
    },
  };
}

type PasskeyKey = Pick<Registration, 'platformId' | 'credentialId'>;

const tables = tablesOf(UsedRegistrationRecord);

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest();
