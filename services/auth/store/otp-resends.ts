// Resends of codes that are under way: one of a credential at most.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

export type OtpResends = ReturnType<typeof otpResends>;

export interface OtpResend {
  readonly credentialId: string;
  /** Of the code that it sends. */
  readonly issuanceId: string;
  /** In the platform's time: PROCESSING is answered until then. */
  readonly settlesAt: Date;
}

export function otpResends(db: Queryable) {
  return {
    async find(credentialId: string): Promise<OtpResend | undefined> {
      const [resend] = await db.query(sql<OtpResend>`
        select credential_id as "credentialId", issuance_id as "issuanceId", settles_at as "settlesAt"
        from otp_resend where credential_id = ${credentialId}`);
      return resend;
    },

    /** False when one is under way already. */
    async insert({ credentialId, issuanceId, settlesAt }: OtpResend): Promise<boolean> {
      const inserted = await db.query(sql`
        insert into otp_resend (credential_id, issuance_id, settles_at) values (${credentialId}, ${issuanceId}, ${settlesAt})
        on conflict do nothing returning issuance_id`);
      return inserted.length === 1;
    },

    /** Keeps others from sending it: of several at once, one gets true. */
    async claim(issuanceId: string, { now, until }: { now: Date; until: Date }): Promise<boolean> {
      const claimed = await db.query(sql`
        update otp_resend set settles_at = ${until} where issuance_id = ${issuanceId} and settles_at <= ${now} returning issuance_id`);
      return claimed.length === 1;
    },

    /** The code was sent. */
    async settle(issuanceId: string, now: Date): Promise<void> {
      await db.query(sql`update otp_resend set settles_at = ${now} where issuance_id = ${issuanceId}`);
    },

    async remove(issuanceId: string): Promise<void> {
      await db.query(sql`delete from otp_resend where issuance_id = ${issuanceId}`);
    },
  };
}
