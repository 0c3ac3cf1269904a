// One-time codes in the database. They are written and ended only while their credential is locked.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import type { OtpIssuance, OtpState } from '../domain/otp.ts';
import { OtpIssuanceRecord } from './credential-records.ts';
import { auditing } from './wallet-audit.ts';

export type OtpIssuances = ReturnType<typeof otpIssuances>;

type Issued = Pick<OtpIssuance, 'platformId' | 'id'>;

export function otpIssuances(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...changes(db, secrets) };
}

function reads(db: Queryable, secrets: Secrets) {
  return {
    /** The open code, expired or not. */
    async open(platformId: string, credentialId: string): Promise<OtpIssuance | undefined> {
      const which = { platform_id: platformId, credential_id: credentialId, state: 'ISSUED' } as const;
      const issuance = tables.selectFrom('otp_issuance').selectAll();
      const [row] = await db.query(issuance.where(({ and }) => and(which)));
      return row && toDomain(row, secrets);
    },

    /** Uncompressed hex: the key of an open code that was sent. */
    async targetOfSent(platformId: string, id: string): Promise<string | undefined> {
      const which = { platform_id: platformId, id, state: 'ISSUED' } as const;
      const sent = tables.selectFrom('otp_issuance').select('target_public').where('sent_at', 'is not', null);
      const [row] = await db.query(sent.where(({ and }) => and(which)));
      return row?.target_public;
    },

    /** Whether the code with this id was used, replaced or burned, or has expired. */
    async isOver(platformId: string, id: string): Promise<boolean> {
      const ended = tables.selectFrom('otp_issuance').select('id').where('state', '<>', 'ISSUED');
      return (await db.query(ended.where('platform_id', '=', platformId).where('id', '=', id))).length > 0;
    },

    /** Times of codes created since then. */
    async timesSince(platformId: string, credentialId: string, since: Date): Promise<Date[]> {
      const made = tables.selectFrom('otp_issuance').select('created_at').where('created_at', '>', since);
      const rows = await db.query(made.where('platform_id', '=', platformId).where('credential_id', '=', credentialId));
      return rows.map((row) => row.created_at);
    },
  };
}

function changes(db: Queryable, secrets: Secrets) {
  const audited = auditing(db);
  const issued = (platformId: string) =>
    tables.updateTable('otp_issuance').where('platform_id', '=', platformId).where('state', '=', 'ISSUED');
  const end = ({ platformId, id }: Issued, state: OtpState) =>
    db.query(
      issued(platformId)
        .where('id', '=', id)
        .set({ ...ended, state })
        .returning('id'),
    );

  return {
    /** Replaces the previous code, even with the same id, and removes those that no longer count towards a limit. */
    async issue(issuance: OtpIssuance, forgottenBefore: Date): Promise<void> {
      const { platformId, credentialId, createdAt } = issuance;
      await this.supersede(platformId, [credentialId]);
      const old = tables
        .deleteFrom('otp_issuance')
        .where('platform_id', '=', platformId)
        .where('credential_id', '=', credentialId);
      await db.query(old.where('created_at', '<=', forgottenBefore).where('state', '<>', 'ISSUED'));
      await audited(insertion(issuance, secrets), { kind: 'CODE_SENT', at: createdAt });
    },

    async markSent({ platformId, id }: Issued, now: Date): Promise<void> {
      const update = tables.updateTable('otp_issuance').set({ sent_at: now });
      await db.query(update.where('platform_id', '=', platformId).where('id', '=', id));
    },

    async supersede(platformId: string, credentialIds: readonly string[]): Promise<void> {
      const superseded = issued(platformId).set({ ...ended, state: 'SUPERSEDED' });
      await db.query(superseded.where('credential_id', '=', sql<string>`any(${[...credentialIds]}::uuid[])`));
    },

    expire: async (issuance: Issued): Promise<void> => void (await end(issuance, 'EXPIRED')),

    /** Counts a wrong code. The last allowed one burns it. */
    async countWrongCode({ platformId, id }: Issued, wrongCodesMax: number): Promise<void> {
      const counted = issued(platformId).set(({ eb }) => ({ wrong_codes: eb('wrong_codes', '+', 1) }));
      const [row] = await db.query(counted.where('id', '=', id).returning('wrong_codes'));
      if (row && row.wrong_codes >= wrongCodesMax) await end({ platformId, id }, 'BURNED');
    },

    /** False if another call was faster. */
    consume: async (issuance: Issued): Promise<boolean> => (await end(issuance, 'CONSUMED')).length === 1,
  };
}

const tables = tablesOf(OtpIssuanceRecord);

const ended = { code: null, target_private: null };

const codePlace = (id: string): Place => ({ purpose: 'otp code', row: id });

/** The place of the sealed private key of an issuance. */
export const targetKeyPlace = (id: string): Place => ({ purpose: 'otp target key', row: id });

function insertion({ platformId, id, credentialId, ...issuance }: OtpIssuance, secrets: Secrets) {
  const fresh = {
    state: 'ISSUED',
    code: secrets.seal(issuance.code, codePlace(id)),
    target_public: issuance.targetPublic,
    target_private: secrets.seal(issuance.targetPrivate, targetKeyPlace(id)),
    wrong_codes: 0,
    created_at: issuance.createdAt,
    expires_at: issuance.expiresAt,
  } as const;
  const names = { platform_id: platformId, id, credential_id: credentialId };
  return insertInto(OtpIssuanceRecord, [{ ...names, ...fresh, sent_at: issuance.sentAt ?? null }])
    .onConflict((conflict) => conflict.columns(['platform_id', 'id']).doUpdateSet(fresh))
    .returning(['platform_id', 'id']);
}

function toDomain(row: Row<typeof OtpIssuanceRecord>, secrets: Secrets): OtpIssuance {
  const { platform_id: platformId, id, credential_id: credentialId, code, target_private: targetPrivate, sent_at: sentAt } = row;
  if (!code || !targetPrivate) throw new TypeError(`The code ${id} is open and was forgotten.`);
  return {
    platformId,
    id,
    credentialId,
    code: secrets.open(code, codePlace(id)).toString(),
    targetPublic: row.target_public,
    targetPrivate: secrets.open(targetPrivate, targetKeyPlace(id)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(sentAt && { sentAt }),
  };
}

const sealed = { table: 'otp_issuance', key: { platform_id: 'uuid', id: 'uuid' } } as const;

export const sealedCodes: SealedColumn[] = [
  { ...sealed, column: 'code', place: ({ id = '' }) => codePlace(id) },
  { ...sealed, column: 'target_private', place: ({ id = '' }) => targetKeyPlace(id) },
];
