// Challenges of strong customer authentication in the database. They are opened and verified only while their customer is locked.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { ScaChallenge, Subject } from '../domain/sca/challenge.ts';
import { openerIn } from './personal.ts';
import { type ChallengeRow, ipPlace, toNewRow, toScaChallenge } from './sca-challenge-row.ts';
import type { CustomerKey } from './sca-customers.ts';
import { ScaChallengeRecord } from './sca-records.ts';

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
  const found = (platformId: string, where: RawBuilder<unknown>) =>
    db.query(sql<ChallengeRow>`
      select sca_challenge.*, ${personalKeyColumn('sca_challenge', 'customer_id', platformId)} from sca_challenge
      where platform_id = ${platformId} and ${where}`);
  const one = async (platformId: string, where: RawBuilder<unknown>) => {
    const [row] = await found(platformId, where);
    return row && toScaChallenge(row, secrets);
  };
  return {
    /** With the address of its proof, oldest first. */
    async ofCustomer({ platformId, customerId }: CustomerKey): Promise<(ScaChallenge & { readonly ip: string })[]> {
      const rows = await found(platformId, sql`customer_id = ${customerId} order by created_at, id`);
      return rows.map((row) => ({ ...toScaChallenge(row, secrets), ip: openerIn(row, secrets)(row.proof_ip, ipPlace(row.id)) }));
    },

    find: (platformId: string, id: string): Promise<ScaChallenge | undefined> => one(platformId, sql`id = ${id}`),

    /** The open challenge of a subject. */
    findOpen: ({ platformId, subject, subjectId }: SubjectKey): Promise<ScaChallenge | undefined> =>
      one(platformId, sql`subject = ${subject} and subject_id = ${subjectId} and state = 'OPEN'`),

    /** Times of challenges since then: for logins, of those with a code that was or will be sent. */
    async grantedSince({ platformId, customerId, subject }: StartKey, since: Date): Promise<Date[]> {
      const which = { platform_id: platformId, customer_id: customerId, subject };
      const opened = tables
        .selectFrom('sca_challenge')
        .select('created_at')
        .where(({ and }) => and(which));
      const counted = subject === 'LOGIN' ? opened.where('phone', 'is not', null) : opened;
      const rows = await db.query(counted.where('created_at', '>', since));
      return rows.map((row) => row.created_at);
    },
  };
}

function changes(db: Queryable, secrets: Secrets) {
  const keys = personalKeys(db, secrets);
  const change = ({ platformId, id }: ScaChallenge) =>
    tables.updateTable('sca_challenge').where('platform_id', '=', platformId).where('id', '=', id);

  return {
    /** Replaces the open challenge of the same subject. */
    async open(challenge: ScaChallenge): Promise<ScaChallenge> {
      const { platformId, subject, subjectId } = challenge;
      const which = { platform_id: platformId, subject, subject_id: subjectId, state: 'OPEN' } as const;
      const former = tables.updateTable('sca_challenge').set({ state: 'ENDED' });
      await db.query(former.where(({ and }) => and(which)));
      const key = await keys.of(challenge);
      await db.query(insertInto(ScaChallengeRecord, [toNewRow(challenge, key)]));
      return challenge;
    },

    /** Records that its code is being sent. False if another call has sent it since it was read. */
    async claimSend(challenge: ScaChallenge, now: Date): Promise<boolean> {
      const { sends } = challenge;
      const claiming = change(challenge)
        .where('sends', '=', sends)
        .set({ sends: sends + 1, sent_at: now });
      return (await db.query(claiming.returning('id'))).length > 0;
    },

    /** Records that it was not sent. */
    async releaseSend(challenge: ScaChallenge): Promise<void> {
      const { sends, sentAt = null } = challenge;
      await db.query(
        change(challenge)
          .where('sends', '=', sends + 1)
          .set({ sends, sent_at: sentAt }),
      );
    },

    /** Ends the open challenges of a customer whose code was sent. */
    async endSent(customer: CustomerKey): Promise<void> {
      const which = { platform_id: customer.platformId, customer_id: customer.customerId, state: 'OPEN' } as const;
      const ending = tables.updateTable('sca_challenge').set({ state: 'ENDED' });
      await db.query(ending.where(({ and }) => and(which)).where('phone', 'is not', null));
    },

    async save(challenge: ScaChallenge, ip?: string): Promise<void> {
      const { id, state, wrongProofs, attemptedAt = null } = challenge;
      const proofIp = ip === undefined ? {} : { proof_ip: (await keys.of(challenge)).seal(ip, ipPlace(id)) };
      await db.query(change(challenge).set({ state, wrong_proofs: wrongProofs, attempted_at: attemptedAt, ...proofIp }));
    },
  };
}

const tables = tablesOf(ScaChallengeRecord);
