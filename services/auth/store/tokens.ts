// API tokens in the database.
import type { FilterQuery } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import type { ApiToken } from '../domain/token.ts';
import { TokenRecord, type TokenRow } from './token-record.ts';

/** Which tokens of a platform a list holds. Times are inclusive. */
export interface TokenFilter {
  readonly platformId: string;
  readonly name?: string;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly updatedAfter?: Date;
  readonly updatedBefore?: Date;
}

export interface Tokens {
  find(platformId: string, id: string): Promise<ApiToken | undefined>;
  findByClientId(clientId: string): Promise<ApiToken | undefined>;
  /** False when the client id is taken; that token stays as it is. */
  insert(token: ApiToken): Promise<boolean>;
  /** False when there is none. */
  remove(platformId: string, id: string): Promise<boolean>;
  /** Newest first, behind `after`. */
  list(filter: TokenFilter, page: { limit: number; after: Position | undefined }): Promise<ApiToken[]>;
  count(filter: TokenFilter): Promise<number>;
}

export function tokens(db: Queryable): Tokens {
  return {
    async find(platformId, id) {
      const row = await db.em.findOne(TokenRecord, { platformId, id });
      return row ? toDomain(row) : undefined;
    },
    async findByClientId(clientId) {
      const [row] = await db.query(sql<TokenRow>`
        select id, platform_id as "platformId", name, permissions, client_id as "clientId", secret_hash as "secretHash",
               created_at as "createdAt", updated_at as "updatedAt"
        from api_token where client_id = ${clientId}`);
      return row ? toDomain(row) : undefined;
    },
    async insert({ id, platformId, name, permissions, clientId, secretHash, createdAt, updatedAt }) {
      const inserted = await db.query(sql`
        insert into api_token (id, platform_id, name, permissions, client_id, secret_hash, created_at, updated_at)
        values (${id}, ${platformId}, ${name}, ${[...permissions]}, ${clientId}, ${secretHash}, ${createdAt}, ${updatedAt})
        on conflict (client_id) do nothing returning id`);
      return inserted.length === 1;
    },
    async remove(platformId, id) {
      const removed = await db.em.nativeDelete(TokenRecord, { platformId, id });
      if (removed) db.notify('callers');
      return removed === 1;
    },
    async list(filter, { limit, after }) {
      const where = after ? { $and: [whereOf(filter), behind(after)] } : whereOf(filter);
      const rows = await db.em.find(TokenRecord, where, { orderBy: { createdAt: 'desc', id: 'desc' }, limit });
      return rows.map(toDomain);
    },
    count: (filter) => db.em.count(TokenRecord, whereOf(filter)),
  };
}

function behind({ createdAt, id }: Position): FilterQuery<TokenRow> {
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, id: { $lt: id } }] };
}

function whereOf({
  platformId,
  name,
  createdAfter,
  createdBefore,
  updatedAfter,
  updatedBefore,
}: TokenFilter): FilterQuery<TokenRow> {
  return {
    platformId,
    ...(name !== undefined && { name }),
    ...between('createdAt', createdAfter, createdBefore),
    ...between('updatedAt', updatedAfter, updatedBefore),
  };
}

function between(column: 'createdAt' | 'updatedAt', after: Date | undefined, before: Date | undefined) {
  if (!after && !before) return {};
  return { [column]: { ...(after && { $gte: after }), ...(before && { $lte: before }) } };
}

function toDomain({ id, platformId, name, permissions, clientId, secretHash, createdAt, updatedAt }: TokenRow): ApiToken {
  return { id, platformId, name, permissions: permissions as Permission[], clientId, secretHash, createdAt, updatedAt };
}
