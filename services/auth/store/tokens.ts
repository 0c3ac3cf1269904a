// API tokens in the database, and the directory of their client ids.
import type { FilterQuery } from '@mikro-orm/core';
import type { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, rowOf, tablesOf } from '../../kit/storage/tables.ts';
import type { ApiToken } from '../domain/token.ts';
import { ApiClientRecord, TokenRecord, type TokenRow } from './token-records.ts';

/** The filter of a list of a platform's tokens. Times are inclusive. */
export interface TokenFilter {
  readonly platformId: string;
  readonly name?: string;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly updatedAfter?: Date;
  readonly updatedBefore?: Date;
}

/** The parts of a token that authentication needs. */
export type PresentedToken = Pick<ApiToken, 'id' | 'platformId' | 'permissions' | 'secretHash'>;

export interface Tokens {
  find(platformId: string, id: string): Promise<ApiToken | undefined>;
  findByClientId(clientId: string): Promise<PresentedToken | undefined>;
  /** Reserves a client id for a platform, before the token is created. False if another platform has it. */
  claimClientId(clientId: string, platformId: string): Promise<boolean>;
  /** False if the platform has a token with this client id, which does not change. */
  insert(token: ApiToken): Promise<boolean>;
  /** False if it does not exist. */
  remove(platformId: string, id: string): Promise<boolean>;
  /** Newest first, after `after`. */
  list(filter: TokenFilter, page: { limit: number; after: Position | undefined }): Promise<ApiToken[]>;
  count(filter: TokenFilter): Promise<number>;
}

export function tokens(db: Queryable): Tokens {
  const platformOf = async (clientId: string) => {
    const [client] = await db.query(tables.selectFrom('api_client').select('platform_id').where('client_id', '=', clientId));
    return client?.platform_id;
  };
  return {
    async find(platformId, id) {
      const row = await db.em.findOne(TokenRecord, { platformId, id });
      return row ? toDomain(row) : undefined;
    },
    async findByClientId(clientId) {
      const platformId = await platformOf(clientId);
      if (platformId === undefined) return undefined;
      const token = tables.selectFrom('api_token').select(['id', 'permissions', 'secret_hash']);
      const [row] = await db.query(token.where('platform_id', '=', platformId).where('client_id', '=', clientId));
      return row && { id: row.id, platformId, permissions: row.permissions, secretHash: row.secret_hash };
    },
    async claimClientId(clientId, platformId) {
      const insert = insertInto(ApiClientRecord, [{ client_id: clientId, platform_id: platformId }]);
      const claimed = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('client_id'));
      return claimed.length === 1 || (await platformOf(clientId)) === platformId;
    },
    async insert(token) {
      const row = { ...token, permissions: [...token.permissions], secretHash: Buffer.from(token.secretHash) };
      const insert = insertInto(TokenRecord, [rowOf(TokenRecord, row)]).onConflict((conflict) => conflict.doNothing());
      return (await db.query(insert.returning('id'))).length === 1;
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

const tables = tablesOf(ApiClientRecord, TokenRecord);

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
