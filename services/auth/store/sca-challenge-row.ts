// The row of a challenge of strong customer authentication.
import { type KeyedRow, type PersonalKey } from '../../kit/storage/personal-keys.ts';
import type { Place, Secrets } from '../../kit/storage/secrets.ts';
import { type NewRow, type Row, rowOf } from '../../kit/storage/tables.ts';
import type { ScaChallenge } from '../domain/sca/challenge.ts';
import { openerIn } from './personal.ts';
import { ScaChallengeRecord } from './sca-records.ts';

/** With the key of its customer. */
export type ChallengeRow = Row<typeof ScaChallengeRecord> & KeyedRow;

const phonePlace = (id: string): Place => ({ purpose: 'auth.sca-challenge.phone', row: id });
const agreementPlace = (id: string): Place => ({ purpose: 'auth.sca-challenge.agreement', row: id });
export const ipPlace = (id: string): Place => ({ purpose: 'auth.sca-challenge.ip', row: id });

/** Of one that was just opened. `key`: the customer's. */
export function toNewRow(challenge: ScaChallenge, key: PersonalKey): NewRow<typeof ScaChallengeRecord> {
  const { id, phone, webauthnId = null, purpose = null, attemptedAt = null, sentAt = null } = challenge;
  const agreement = key.seal(challenge.agreement, agreementPlace(id));
  const sealed = { agreement, phone: phone === undefined ? null : key.seal(phone, phonePlace(id)), proofIp: null };
  const availableFactors = [...challenge.availableFactors];
  return rowOf(ScaChallengeRecord, { ...challenge, ...sealed, availableFactors, webauthnId, purpose, attemptedAt, sentAt });
}

export function toScaChallenge(row: ChallengeRow, secrets: Secrets): ScaChallenge {
  const { id, webauthn_id: webauthnId, purpose, attempted_at: attemptedAt, sent_at: sentAt } = row;
  const open = openerIn(row, secrets);
  const phone = open(row.phone, phonePlace(id));
  return {
    id,
    platformId: row.platform_id,
    customerId: row.customer_id,
    subject: row.subject,
    subjectId: row.subject_id,
    factor: row.factor,
    availableFactors: row.available_factors,
    ...(webauthnId !== null && { webauthnId }),
    ...(purpose !== null && { purpose }),
    agreement: open(row.agreement, agreementPlace(id)),
    ...(phone && { phone }),
    state: row.state,
    wrongProofs: row.wrong_proofs,
    ...(attemptedAt && { attemptedAt }),
    sends: row.sends,
    ...(sentAt && { sentAt }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
