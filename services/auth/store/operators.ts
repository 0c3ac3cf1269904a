// The credentials of operators.
import type { Queryable } from '../../kit/storage/database.ts';
import type { Operator } from '../domain/operator.ts';
import { OperatorRecord, type OperatorRow } from './operator-records.ts';

export interface Operators {
  find(id: string): Promise<Operator | undefined>;
  findByToken(tokenHash: Buffer): Promise<Operator | undefined>;
  /** Newest first. */
  list(): Promise<Operator[]>;
  /** In `write`. */
  insert(operator: Operator): void;
  /** The first revocation counts. False if there is no such operator. */
  revoke(id: string, now: Date): Promise<boolean>;
  revokeAll(now: Date): Promise<void>;
}

export function operators(db: Queryable): Operators {
  const one = async (where: { id: string } | { tokenHash: Buffer }) => {
    const row = await db.em.findOne(OperatorRecord, where);
    return row ? toDomain(row) : undefined;
  };
  return {
    find: (id) => one({ id }),
    findByToken: (tokenHash) => one({ tokenHash }),
    async list() {
      const rows = await db.em.find(OperatorRecord, {}, { orderBy: { createdAt: 'desc', id: 'desc' } });
      return rows.map(toDomain);
    },
    insert({ scopes, tokenHash, revokedAt = null, ...columns }) {
      db.em.create(OperatorRecord, { ...columns, scopes: [...scopes], tokenHash: Buffer.from(tokenHash), revokedAt });
    },
    async revoke(id, now) {
      await db.em.nativeUpdate(OperatorRecord, { id, revokedAt: null }, { revokedAt: now });
      return (await db.em.count(OperatorRecord, { id })) === 1;
    },
    revokeAll: async (now) => void (await db.em.nativeUpdate(OperatorRecord, { revokedAt: null }, { revokedAt: now })),
  };
}

function toDomain({ id, name, scopes, tokenHash, createdAt, expiresAt, revokedAt }: OperatorRow): Operator {
  return { id, name, scopes, tokenHash, createdAt, expiresAt, revokedAt: revokedAt ?? undefined };
}
