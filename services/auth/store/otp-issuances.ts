// One-time codes in the database. A code is written and ended only while its credential is locked.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { sealedById } from '../../kit/storage/resealing.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import type { OtpIssuance, OtpState } from '../domain/otp.ts';

export type OtpIssuances = ReturnType<typeof otpIssuances>;

export function otpIssuances(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...changes(db, secrets) };
}

function reads(db: Queryable, secrets: Secrets) {
  return {
    /** The code that is open, expired or not. */
    async open(credentialId: string): Promise<(OtpIssuance & { wrongCodes: number }) | undefined> {
      const [row] = await db.query(sql<Row>`
        select id, credential_id as "credentialId", code, target_public as "targetPublic",
               target_private as "targetPrivate", wrong_codes as "wrongCodes", created_at as "createdAt", expires_at as "expiresAt"
        from otp_issuance where credential_id = ${credentialId} and state = 'ISSUED'`);
      return row && toDomain(row, secrets);
    },

    /** Uncompressed hex: the key of a code that is open and was sent. */
    async targetOfSent(id: string): Promise<string | undefined> {
      const [row] = await db.query(sql<{ targetPublic: string }>`
        select target_public as "targetPublic" from otp_issuance where id = ${id} and state = 'ISSUED' and sent_at is not null`);
      return row?.targetPublic;
    },

    /** Whether the code of this id was used, replaced, burned, or has expired. */
    async isOver(id: string): Promise<boolean> {
      return (await db.query(sql`select 1 from otp_issuance where id = ${id} and state <> 'ISSUED'`)).length > 0;
    },

    /** When codes were made since then. */
    async timesSince(credentialId: string, since: Date): Promise<Date[]> {
      const rows = await db.query(sql<{ createdAt: Date }>`
        select created_at as "createdAt" from otp_issuance where credential_id = ${credentialId} and created_at > ${since}`);
      return rows.map(({ createdAt }) => createdAt);
    },
  };
}

function changes(db: Queryable, secrets: Secrets) {
  const end = (id: string, state: OtpState) =>
    db.query(sql`
      update otp_issuance set state = ${state}, code = null, target_private = null where id = ${id} and state = 'ISSUED' returning id`);

  return {
    /** Puts a new code in the place of the one before, be it of the same id, and forgets those that count for no limit any more. */
    async issue(issuance: OtpIssuance, forgottenBefore: Date): Promise<void> {
      const { id, credentialId, targetPublic, createdAt, expiresAt, sentAt } = issuance;
      const code = secrets.seal(issuance.code, codePlace(id));
      const targetPrivate = secrets.seal(issuance.targetPrivate, targetKeyPlace(id));
      await this.supersede([credentialId]);
      await db.query(sql`
        delete from otp_issuance where credential_id = ${credentialId} and created_at <= ${forgottenBefore} and state <> 'ISSUED'`);
      await db.query(sql`
        with issued as (
          insert into otp_issuance (id, credential_id, state, code, target_public, target_private, created_at, expires_at, sent_at)
          values (${id}, ${credentialId}, 'ISSUED', ${code}, ${targetPublic}, ${targetPrivate}, ${createdAt}, ${expiresAt},
                  ${sentAt ?? null})
          on conflict (id) do update set state = excluded.state, code = excluded.code,
            target_public = excluded.target_public, target_private = excluded.target_private, wrong_codes = 0,
            created_at = excluded.created_at, expires_at = excluded.expires_at
          returning id, credential_id, created_at
        )
        insert into wallet_audit (platform_id, at, kind, subject)
        select platform_id, issued.created_at, 'CODE_SENT', issued.id from issued join credential on credential.id = credential_id`);
    },

    async markSent(id: string, now: Date): Promise<void> {
      await db.query(sql`update otp_issuance set sent_at = ${now} where id = ${id}`);
    },

    async supersede(credentialIds: readonly string[]): Promise<void> {
      await db.query(sql`
        update otp_issuance set state = 'SUPERSEDED', code = null, target_private = null
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

const codePlace = (id: string): Place => ({ purpose: 'otp code', row: id });

/** Where the private key of an issuance is sealed. */
export const targetKeyPlace = (id: string): Place => ({ purpose: 'otp target key', row: id });

type Row = Omit<OtpIssuance, 'code' | 'targetPrivate'> & {
  readonly wrongCodes: number;
  readonly code: Buffer;
  readonly targetPrivate: Buffer;
};

function toDomain({ code, targetPrivate, ...row }: Row, secrets: Secrets): OtpIssuance & { wrongCodes: number } {
  return {
    ...row,
    code: secrets.open(code, codePlace(row.id)).toString(),
    targetPrivate: secrets.open(targetPrivate, targetKeyPlace(row.id)),
  };
}

export const sealedCodes = [
  sealedById('otp_issuance', 'code', { key: 'id', place: codePlace }),
  sealedById('otp_issuance', 'target_private', { key: 'id', place: targetKeyPlace }),
];
