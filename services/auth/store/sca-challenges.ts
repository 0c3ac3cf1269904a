// Challenges of strong customer authentication in the database. They are opened and judged only while their customer is locked.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import type { ScaChallenge, Subject } from '../domain/sca/challenge.ts';
import { type Keyed, openText } from './personal.ts';
import type { CustomerKey } from './sca-customers.ts';

export type ScaChallenges = ReturnType<typeof scaChallenges>;

export interface SubjectKey {
  readonly platformId: string;
  readonly subject: Subject;
  readonly subjectId: string;
}

export interface StartKey extends CustomerKey {
  readonly subject: Subject;
}

export function scaChallenges(db: Queryable, secrets: Secrets) {
  return { ...reads(db, secrets), ...changes(db, secrets) };
}

function reads(db: Queryable, secrets: Secrets) {
  return {
    /** With the address that it was proven from, oldest first. */
    async ofCustomer({ platformId, customerId }: CustomerKey): Promise<(ScaChallenge & { readonly ip: string })[]> {
      const rows = await db.query(sql<Row>`
        ${selection} where platform_id = ${platformId} and customer_id = ${customerId} order by created_at, id`);
      return rows.map((row) => ({
        ...toDomain(row, secrets),
        ip: openText(row, { sealed: row.proofIp, place: ipPlace(row.id) }, secrets),
      }));
    },

    async find(platformId: string, id: string): Promise<ScaChallenge | undefined> {
      const [row] = await db.query(sql<Row>`${selection} where platform_id = ${platformId} and id = ${id}`);
      return row && toDomain(row, secrets);
    },

    /** The open one of a subject. */
    async findOpen({ platformId, subject, subjectId }: SubjectKey): Promise<ScaChallenge | undefined> {
      const [row] = await db.query(sql<Row>`
        ${selection} where platform_id = ${platformId} and subject = ${subject} and subject_id = ${subjectId} and state = 'OPEN'`);
      return row && toDomain(row, secrets);
    },

    /** When challenges were made since then whose codes went out, or are to. */
    async grantedSince({ platformId, customerId, subject }: StartKey, since: Date): Promise<Date[]> {
      const rows = await db.query(sql<{ at: Date }>`
        select created_at as at from sca_challenge
        where platform_id = ${platformId} and customer_id = ${customerId} and subject = ${subject} and created_at > ${since}
          and phone is not null`);
      return rows.map(({ at }) => at);
    },
  };
}

function changes(db: Queryable, secrets: Secrets) {
  return {
    /** In place of the one that is open for the same subject. */
    async open(challenge: ScaChallenge): Promise<ScaChallenge> {
      const { id, platformId, customerId, subject, subjectId, factor, availableFactors, purpose, phone } = challenge;
      const { createdAt, expiresAt } = challenge;
      const key = await personalKeys(db, secrets).of(challenge);
      const agreement = key.seal(challenge.agreement, agreementPlace(id));
      const sealedPhone = phone === undefined ? null : key.seal(phone, phonePlace(id));
      await db.query(sql`
        update sca_challenge set state = 'ENDED'
        where platform_id = ${platformId} and subject = ${subject} and subject_id = ${subjectId} and state = 'OPEN'`);
      await db.query(sql`
        insert into sca_challenge (id, platform_id, customer_id, subject, subject_id, factor, available_factors, purpose, agreement,
                                   phone, state, created_at, expires_at)
        values (${id}, ${platformId}, ${customerId}, ${subject}, ${subjectId}, ${factor}, ${[...availableFactors]}::text[],
                ${purpose ?? null}, ${agreement}, ${sealedPhone}, 'OPEN', ${createdAt}, ${expiresAt})`);
      return challenge;
    },

    /** Notes that its code goes out. False when somebody else has sent it since it was read. */
    async claimSend({ id, sends }: ScaChallenge, now: Date): Promise<boolean> {
      const claimed = await db.query(sql`
        update sca_challenge set sends = sends + 1, sent_at = ${now} where id = ${id} and sends = ${sends} returning id`);
      return claimed.length > 0;
    },

    /** It did not go out after all. */
    async releaseSend({ id, sends, sentAt }: ScaChallenge): Promise<void> {
      await db.query(sql`
        update sca_challenge set sends = ${sends}, sent_at = ${sentAt ?? null} where id = ${id} and sends = ${sends + 1}`);
    },

    async save({ id, state, wrongProofs, attemptedAt, ...customer }: ScaChallenge, ip?: string): Promise<void> {
      const sealedIp = ip === undefined ? null : (await personalKeys(db, secrets).of(customer)).seal(ip, ipPlace(id));
      await db.query(sql`
        update sca_challenge set state = ${state}, wrong_proofs = ${wrongProofs}, attempted_at = ${attemptedAt ?? null},
          proof_ip = coalesce(${sealedIp}, proof_ip)
        where id = ${id}`);
    },
  };
}

const phonePlace = (id: string): Place => ({ purpose: 'auth.sca-challenge.phone', row: id });
const agreementPlace = (id: string): Place => ({ purpose: 'auth.sca-challenge.agreement', row: id });
const ipPlace = (id: string): Place => ({ purpose: 'auth.sca-challenge.ip', row: id });

const selection = sql`
  select id, platform_id as "platformId", customer_id as "customerId", subject, subject_id as "subjectId", factor,
         available_factors as "availableFactors", purpose, agreement, phone, state, wrong_proofs as "wrongProofs",
         attempted_at as "attemptedAt", sends, sent_at as "sentAt", proof_ip as "proofIp", created_at as "createdAt",
         expires_at as "expiresAt", ${personalKeyColumn('sca_challenge', 'customer_id')}
  from sca_challenge`;

type Row = Omit<ScaChallenge, 'agreement' | 'purpose' | 'phone' | 'attemptedAt' | 'sentAt'> &
  Keyed & {
    readonly agreement: Buffer;
    readonly purpose: string | null;
    readonly phone: Buffer | null;
    readonly proofIp: Buffer | null;
    readonly attemptedAt: Date | null;
    readonly sentAt: Date | null;
  };

function toDomain(keyed: Row, secrets: Secrets): ScaChallenge {
  const { purpose, agreement, phone, proofIp: _, attemptedAt, sentAt, personal_key: _key, ...row } = keyed;
  const sentTo = openText(keyed, { sealed: phone, place: phonePlace(row.id) }, secrets);
  return {
    ...row,
    agreement: openText(keyed, { sealed: agreement, place: agreementPlace(row.id) }, secrets),
    ...(purpose !== null && { purpose }),
    ...(sentTo && { phone: sentTo }),
    ...(attemptedAt && { attemptedAt }),
    ...(sentAt && { sentAt }),
  };
}
