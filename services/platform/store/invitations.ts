// The invitations in the database.
import { LockMode } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Ending, Invitation } from '../domain/invitation.ts';
import { InvitationRecord, type InvitationRow } from './invitation-record.ts';

export interface Invitations {
  /** By its code, on any platform of an environment; of both, when none is named. */
  find(code: string, environment?: Environment): Promise<Invitation | undefined>;
  /** Like `find`, and nobody else ends it until the transaction ends. */
  lock(code: string, environment: Environment): Promise<Invitation | undefined>;
  findById(id: string): Promise<Invitation | undefined>;
  insert(invitation: Invitation, environment: Environment): Promise<void>;
  end(id: string, ending: Ending): Promise<void>;
}

export function invitations(db: Queryable): Invitations {
  const one = async (found: Promise<InvitationRow | null>) => {
    const row = await found;
    return row ? toDomain(row) : undefined;
  };
  return {
    find: (code, environment) => one(db.em.findOne(InvitationRecord, { code, ...(environment && { environment }) })),
    lock: (code, environment) =>
      one(db.em.findOne(InvitationRecord, { code, environment }, { lockMode: LockMode.PESSIMISTIC_WRITE })),
    findById: (id) => one(db.em.findOne(InvitationRecord, { id })),
    async insert(invitation, environment) {
      await db.em.insert(InvitationRecord, { ...toRow(invitation), environment });
    },
    async end(id, ending) {
      await db.em.nativeUpdate(InvitationRecord, { id }, toColumns(ending));
    },
  };
}

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
