// The invitations in the database. Names and UMA addresses are sealed under the key of the inviting customer.
import { LockMode } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { type Person, type PersonalKey, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { Ending, Invitation } from '../domain/invitation.ts';
import { InvitationCodeRecord, InvitationRecord, type InvitationRow } from './records.ts';

export interface Invitations {
  /** By code, on this platform. */
  findOwn(platformId: string, code: string): Promise<Invitation | undefined>;
  /** By code, on any platform of an environment. Without an environment, in both. */
  find(code: string, environment?: Environment): Promise<Invitation | undefined>;
  /** Locks it until the transaction ends. */
  lock(invitation: Invitation): Promise<Invitation | undefined>;
  findById(platformId: string, id: string): Promise<Invitation | undefined>;
  /** Reserves a code for a platform, before the invitation is created. False if it is in use. */
  claimCode(code: string, platformId: string): Promise<boolean>;
  insert(invitation: Invitation, environment: Environment): Promise<void>;
  end(invitation: Invitation, ending: Ending): Promise<void>;
  /** Invitations of a customer. */
  ofCustomer(person: Person): Promise<Invitation[]>;
  removeOf(person: Person): Promise<void>;
}

export function invitations(db: Queryable, secrets: Sealing): Invitations {
  const keys = personalKeys(db, secrets);
  /** Empty if the customer was erased. */
  const one = async (found: Promise<InvitationRow | null>) => {
    const row = await found;
    const key = row ? await keys.find(row) : undefined;
    return row && key ? toDomain(row, personalIn(row, key)) : undefined;
  };
  return {
    findOwn: (platformId, code) => one(db.em.findOne(InvitationRecord, { platformId, code })),
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
      const personal = sealed(invitation, await keys.of(invitation));
      db.em.create(InvitationRecord, { ...toRow(invitation), personal, environment });
    },
    async end(invitation, ending) {
      const { platformId, id } = invitation;
      const personal = sealed({ ...invitation, ending }, await keys.of(invitation));
      Object.assign(await db.em.findOneOrFail(InvitationRecord, { platformId, id }), { ...toColumns(ending), personal });
    },
    ofCustomer: async ({ platformId, customerId }) => {
      const person = { platformId, customerId };
      const [rows, key] = [await db.em.find(InvitationRecord, person), await keys.find(person)];
      return key ? rows.map((row) => toDomain(row, personalIn(row, key))) : [];
    },
    async removeOf({ platformId, customerId }) {
      await db.em.nativeDelete(InvitationRecord, { platformId, customerId });
    },
  };
}

const tables = tablesOf(InvitationCodeRecord);

interface PersonalPart {
  readonly inviterUma: string;
  readonly firstName?: string;
  readonly inviteeUma?: string;
}

const placeOf = (id: string): Place => ({ purpose: 'platform.invitation', row: id });

function sealed({ id, inviterUma, firstName, ending }: Invitation, key: PersonalKey): Buffer {
  const claim = ending?.status === 'CLAIMED' ? { inviteeUma: ending.inviteeUma } : {};
  const personal: PersonalPart = { inviterUma, ...(firstName !== undefined && { firstName }), ...claim };
  return key.seal(JSON.stringify(personal), placeOf(id));
}

function personalIn({ id, personal }: InvitationRow, key: PersonalKey): PersonalPart {
  return JSON.parse(key.open(personal, placeOf(id)).toString()) as PersonalPart;
}

/** A new invitation has not ended. */
function toRow({ id, code, platformId, customerId, currency, createdAt, ...optional }: Invitation) {
  const { amountToSend = null, expiresAt = null } = optional;
  return { id, code, platformId, customerId, currency, createdAt, amountToSend, expiresAt };
}

function toColumns(ending: Ending) {
  const { status: endedAs, operationId: endedBy } = ending;
  return { endedAs, endedBy, ...(ending.status === 'CLAIMED' && { claimedAt: ending.claimedAt }) };
}

function toDomain(row: InvitationRow, personal: PersonalPart): Invitation {
  const { id, code, platformId, customerId, currency, createdAt } = row;
  return {
    id,
    code,
    platformId,
    customerId,
    inviterUma: personal.inviterUma,
    firstName: personal.firstName,
    amountToSend: row.amountToSend ?? undefined,
    currency,
    ending: endingOf(row, personal),
    createdAt,
    expiresAt: row.expiresAt ?? undefined,
  };
}

function endingOf({ endedAs, endedBy, claimedAt }: InvitationRow, { inviteeUma }: PersonalPart): Ending | undefined {
  if (endedAs == null || endedBy == null) return undefined;
  if (endedAs === 'CANCELLED') return { status: endedAs, operationId: endedBy };
  if (inviteeUma === undefined || claimedAt == null) throw new Error('A claimed invitation has no invitee.');
  return { status: endedAs, operationId: endedBy, inviteeUma, claimedAt };
}
