// One-time codes in the database. A code is written and ended only while its credential is locked.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';
import type { OtpIssuance, OtpState } from '../domain/otp.ts';

export type OtpIssuances = ReturnType<typeof otpIssuances>;

export function otpIssuances(db: Queryable) {
  const end = (id: string, state: OtpState) =>
    db.query(sql`
      update otp_issuance set state = ${state}, target_private = null where id = ${id} and state = 'ISSUED' returning id`);

  return {
    /** The code that is open, expired or not. */
    async open(credentialId: string): Promise<(OtpIssuance & { wrongCodes: number }) | undefined> {
      const [issuance] = await db.query(sql<OtpIssuance & { wrongCodes: number }>`
        select id, credential_id as "credentialId", code_hash as "codeHash", target_public as "targetPublic",
               target_private as "targetPrivate", wrong_codes as "wrongCodes", created_at as "createdAt", expires_at as "expiresAt"
        from otp_issuance where credential_id = ${credentialId} and state = 'ISSUED'`);
      return issuance;
    },

    /** When codes were made since then. */
    async timesSince(credentialId: string, since: Date): Promise<Date[]> {
      const rows = await db.query(sql<{ createdAt: Date }>`
        select created_at as "createdAt" from otp_issuance where credential_id = ${credentialId} and created_at > ${since}`);
      return rows.map(({ createdAt }) => createdAt);
    },

    /** Puts a new code in the place of the one before, and forgets those that count for no limit any more. */
    async issue(issuance: OtpIssuance, forgottenBefore: Date): Promise<void> {
      const { id, credentialId, codeHash, targetPublic, targetPrivate, createdAt, expiresAt } = issuance;
      await this.supersede([credentialId]);
      await db.query(sql`
        delete from otp_issuance where credential_id = ${credentialId} and created_at <= ${forgottenBefore} and state <> 'ISSUED'`);
      await db.query(sql`
        with issued as (
          insert into otp_issuance (id, credential_id, state, code_hash, target_public, target_private, created_at, expires_at)
          values (${id}, ${credentialId}, 'ISSUED', ${codeHash}, ${targetPublic}, ${targetPrivate}, ${createdAt}, ${expiresAt})
          returning id, credential_id, created_at
        )
        insert into wallet_audit (platform_id, at, kind, subject)
        select platform_id, issued.created_at, 'CODE_SENT', issued.id from issued join credential on credential.id = credential_id`);
    },

    async supersede(credentialIds: readonly string[]): Promise<void> {
      await db.query(sql`
        update otp_issuance set state = 'SUPERSEDED', target_private = null
        where credential_id = any(${[...credentialIds]}::uuid[]) and state = 'ISSUED'`);
    },

    expire: async (id: string): Promise<void> => void (await end(id, 'EXPIRED')),

    /** One more wrong code; the last that is allowed burns it. */
    async countWrongCode(id: string, wrongCodesMax: number): Promise<void> {
      const [row] = await db.query(sql<{ wrongCodes: number }>`
        update otp_issuance set wrong_codes = wrong_codes + 1 where id = ${id} and state = 'ISSUED'
        returning wrong_codes as "wrongCodes"`);
      if (row && row.wrongCodes >= wrongCodesMax) await end(id, 'BURNED');
    },

    /** False when somebody else was faster. */
    consume: async (id: string): Promise<boolean> => (await end(id, 'CONSUMED')).length === 1,
  };
}
