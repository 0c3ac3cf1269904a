// The invitations in the database.
import { LockMode } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { Ending, Invitation } from '../domain/invitation.ts';
import { InvitationCodeRecord, InvitationRecord, type InvitationRow } from './records.ts';

export interface Invitations {
  /** By its code, on any platform of an environment; of both, when none is named. */
  find(code: string, environment?: Environment): Promise<Invitation | undefined>;
  /** Nobody else ends it until the transaction ends. */
  lock(invitation: Invitation): Promise<Invitation | undefined>;
  findById(platformId: string, id: string): Promise<Invitation | undefined>;
  /** Takes a code for a platform, before the invitation is made; false when it was taken before. */
  claimCode(code: string, platformId: string): Promise<boolean>;
  insert(invitation: Invitation, environment: Environment): Promise<void>;
  end(invitation: Invitation, ending: Ending): Promise<void>;
}

export function invitations(db: Queryable): Invitations {
  const one = async (found: Promise<InvitationRow | null>) => {
    const row = await found;
    return row ? toDomain(row) : undefined;
  };
  return {
    async find(code, environment) {
      const directory = tables.selectFrom('invitation_code').select('platform_id').where('code', '=', code);
      const [known] = await db.query(directory);
      if (!known) return undefined;
      const where = { platformId: known.platform_id, code, ...(environment && { environment }) };
      return one(db.em.findOne(InvitationRecord, where));
    },
    lock: ({ platformId, id }) =>
      one(db.em.findOne(InvitationRecord, { platformId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })),
    findById: (platformId, id) => one(db.em.findOne(InvitationRecord, { platformId, id })),
    async claimCode(code, platformId) {
      const insert = insertInto(InvitationCodeRecord, [{ code, platform_id: platformId }]);
      const rows = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('code'));
      return rows.length === 1;
    },
    async insert(invitation, environment) {
      db.em.create(InvitationRecord, { ...toRow(invitation), environment });
    },
    async end({ platformId, id }, ending) {
      Object.assign(await db.em.findOneOrFail(InvitationRecord, { platformId, id }), toColumns(ending));
    },
  };
}

const tables = tablesOf(InvitationCodeRecord);

/** As it is made: nobody has ended it. */
function toRow({ id, code, platformId, inviterUma, currency, createdAt, ...optional }: Invitation) {
  const { firstName = null, amountToSend = null, expiresAt = null } = optional;
  return { id, code, platformId, inviterUma, currency, createdAt, firstName, amountToSend, expiresAt };
}

function toColumns({ status: endedAs, operationId: endedBy, ...ending }: Ending) {
  return { endedAs, endedBy, ...ending };
}

function toDomain(row: InvitationRow): Invitation {
  const { id, code, platformId, inviterUma, currency, createdAt } = row;
  return {
    id,
    code,
    platformId,
    inviterUma,
    firstName: row.firstName ?? undefined,
    amountToSend: row.amountToSend ?? undefined,
    currency,
    ending: endingOf(row),
    createdAt,
    expiresAt: row.expiresAt ?? undefined,
  };
}

function endingOf({ endedAs, endedBy, inviteeUma, claimedAt }: InvitationRow): Ending | undefined {
  if (endedAs == null || endedBy == null) return undefined;
  if (endedAs === 'CANCELLED') return { status: endedAs, operationId: endedBy };
  if (inviteeUma == null || claimedAt == null) throw new Error('An invitation was claimed, and by nobody.');
  return { status: endedAs, operationId: endedBy, inviteeUma, claimedAt };
}
