// Resends of codes in progress, at most one per credential.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { OtpResendRecord } from './credential-records.ts';

export type OtpResends = ReturnType<typeof otpResends>;

export interface OtpResend {
  readonly platformId: string;
  readonly credentialId: string;
  /** Id of the code that it sends. */
  readonly issuanceId: string;
  /** In the platform's time: until then PROCESSING is answered. */
  readonly settlesAt: Date;
}

export type ResendKey = Pick<OtpResend, 'platformId' | 'credentialId' | 'issuanceId'>;

export function otpResends(db: Queryable) {
  return {
    async find(platformId: string, credentialId: string): Promise<OtpResend | undefined> {
      const resend = tables.selectFrom('otp_resend').select(['issuance_id', 'settles_at']);
      const [row] = await db.query(resend.where('platform_id', '=', platformId).where('credential_id', '=', credentialId));
      return row && { platformId, credentialId, issuanceId: row.issuance_id, settlesAt: row.settles_at };
    },

    /** False if one is in progress. */
    async insert({ settlesAt, ...resend }: OtpResend): Promise<boolean> {
      const insert = insertInto(OtpResendRecord, [{ ...keyOf(resend), settles_at: settlesAt }]);
      const inserted = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('issuance_id'));
      return inserted.length === 1;
    },

    /** Claims the sending: of concurrent calls, one gets true. */
    async claim(resend: ResendKey, { now, until }: { now: Date; until: Date }): Promise<boolean> {
      const claiming = tables.updateTable('otp_resend').set({ settles_at: until }).where('settles_at', '<=', now);
      const claimed = await db.query(claiming.where(({ and }) => and(keyOf(resend))).returning('issuance_id'));
      return claimed.length === 1;
    },

    /** Records that the code was sent. */
    async settle(resend: ResendKey, now: Date): Promise<void> {
      const update = tables.updateTable('otp_resend').set({ settles_at: now });
      await db.query(update.where(({ and }) => and(keyOf(resend))));
    },

    async remove(resend: ResendKey): Promise<void> {
      await db.query(tables.deleteFrom('otp_resend').where(({ and }) => and(keyOf(resend))));
    },
  };
}

const tables = tablesOf(OtpResendRecord);

const keyOf = ({ platformId, credentialId, issuanceId }: ResendKey) => ({
  platform_id: platformId,
  credential_id: credentialId,
  issuance_id: issuanceId,
});
