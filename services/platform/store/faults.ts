// The faults that sandbox platforms have set.
import { LockMode } from '@mikro-orm/core';
import type { Queryable } from '../../kit/storage/database.ts';
import { effectOf, every, type Fault, type FaultTarget, type FaultType, faultEffects } from '../domain/fault.ts';
import { FaultRecord, type FaultRow } from './records.ts';

/** What a fault can affect: an operation or type of events by its name, or a rail. */
export interface Affected {
  readonly target: FaultTarget;
  readonly subject?: string;
}

export interface Faults {
  /** Oldest first. */
  list(platformId: string): Promise<Fault[]>;
  /** The faults of this target, oldest first, locked until the transaction ends. */
  lockMatching(platformId: string, affected: Affected): Promise<Fault[]>;
  /** Like a removal, it takes effect at all processes: they look for faults only on platforms that have some. */
  insert(fault: Fault): Promise<void>;
  /** Removes a fault that has ended. */
  save(fault: Fault): Promise<void>;
  /** False if there is no such fault. */
  remove(platformId: string, id: string): Promise<boolean>;
}

const typesOf = (target: FaultTarget) =>
  (Object.keys(faultEffects) as FaultType[]).filter((type) => effectOf(type).target === target);

const oldestFirst = { orderBy: { createdAt: 'asc', id: 'asc' } } as const;

export function faults(db: Queryable): Faults {
  return {
    list: async (platformId) => (await db.em.find(FaultRecord, { platformId }, oldestFirst)).map(toDomain),
    async lockMatching(platformId, { target, subject }) {
      const subjects = subject === undefined ? {} : { subject: { $in: [subject, every] } };
      const where = { platformId, type: { $in: typesOf(target) }, ...subjects };
      const rows = await db.em.find(FaultRecord, where, { ...oldestFirst, lockMode: LockMode.PESSIMISTIC_WRITE });
      return rows.map(toDomain);
    },
    async insert(fault) {
      const { subject = null, remaining = null, millionths = null, delayMs = null, ...rest } = fault;
      db.em.create(FaultRecord, { ...rest, subject, remaining, millionths, delayMs });
      db.notify('callers');
    },
    async save({ platformId, id, remaining, seenCount }) {
      if (remaining === 0) await db.em.nativeDelete(FaultRecord, { platformId, id });
      else await db.em.nativeUpdate(FaultRecord, { platformId, id }, { remaining: remaining ?? null, seenCount });
    },
    async remove(platformId, id) {
      const count = await db.em.nativeDelete(FaultRecord, { platformId, id });
      db.notify('callers');
      return count === 1;
    },
  };
}

function toDomain({ subject, remaining, millionths, delayMs, ...row }: FaultRow): Fault {
  const { id, platformId, type, seed, seenCount, createdAt } = row;
  return {
    id,
    platformId,
    type,
    subject: subject ?? undefined,
    remaining: remaining ?? undefined,
    millionths: millionths ?? undefined,
    seed,
    delayMs: delayMs ?? undefined,
    seenCount,
    createdAt,
  };
}
