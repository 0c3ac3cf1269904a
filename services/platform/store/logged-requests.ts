// The latest REST requests of sandbox platforms. Paths and bodies are sealed, because they contain personal data.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { direction } from '../../kit/storage/keyset.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, type Row } from '../../kit/storage/tables.ts';
import { type Bodies, entriesMax, type LoggedRequest, type RequestFilter } from '../domain/logged-request.ts';
import { LoggedRequestRecord } from './records.ts';

/** Exactly one direction: the newest before an entry, or the oldest after one. An unknown id is older than all entries. */
export interface RequestPage {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly isAscending: boolean;
  readonly limit: number;
}

export interface LoggedRequests {
  /** In a transaction, and in this order. Ignores known ids, and removes the platform's oldest entries. */
  add(platformId: string, requests: readonly (LoggedRequest & { readonly bodies: Bodies })[]): Promise<void>;
  list(filter: RequestFilter, page: RequestPage): Promise<LoggedRequest[]>;
  find(platformId: string, id: string): Promise<(LoggedRequest & { readonly bodies: Bodies }) | undefined>;
}

export function loggedRequests(db: Queryable, secrets: Sealing): LoggedRequests {
  return {
    async add(platformId, requests) {
      const last = await addToCount(db, platformId, requests.length);
      const first = last - BigInt(requests.length) + 1n;
      const rows = requests.map((request, index) => ({
        ...toRow(request, secrets),
        platform_id: platformId,
        number: first + BigInt(index),
      }));
      await db.query(insertInto(LoggedRequestRecord, rows).onConflict((conflict) => conflict.doNothing()));
      await db.query(sql`
        delete from logged_request where platform_id = ${platformId} and number <= ${last - BigInt(entriesMax)}`);
    },
    async list(filter, page) {
      const rows = await db.query(sql<StoredRequest>`
        select ${summary} from logged_request
        where ${sql.join([...conditionsOf(filter), ...boundsOf(filter, page)], sql` and `)}
        order by number ${direction(page.isAscending)} limit ${page.limit}`);
      return rows.map((row) => toDomain(row, secrets));
    },
    async find(platformId, id) {
      const [row] = await db.query(sql<StoredRequest & { bodies: Buffer }>`
        select ${summary}, bodies from logged_request where platform_id = ${platformId} and id = ${id}`);
      if (!row) return undefined;
      const bodies = JSON.parse(secrets.open(row.bodies, bodiesPlace(id)).toString()) as Bodies;
      return { ...toDomain(row, secrets), bodies };
    },
  };
}

/** Locks the count until the transaction ends, so that numbers are committed in order and no reader misses one. */
async function addToCount(db: Queryable, platformId: string, added: number): Promise<bigint> {
  const [row] = await db.query(sql<{ count: bigint }>`
    insert into request_count (platform_id, count) values (${platformId}, ${added})
    on conflict (platform_id) do update set count = request_count.count + excluded.count returning count`);
  return row?.count ?? 0n;
}

const summary = sql`id, request_id, method, operation, status, error_code, duration_ms, token_id, resources, skipped_count, path, created_at`;

type StoredRequest = Omit<Row<typeof LoggedRequestRecord>, 'platform_id' | 'number' | 'bodies'>;

function conditionsOf(filter: RequestFilter): RawBuilder<unknown>[] {
  const { platformId, operation, method, status, failed, requestId, resource, since } = filter;
  return [
    sql`platform_id = ${platformId}`,
    ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
    ...(method === undefined ? [] : [sql`method = ${method}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(failed === undefined ? [] : [sql`(status >= 400) = ${failed}`]),
    ...(requestId === undefined ? [] : [sql`request_id = ${requestId}`]),
    ...(resource === undefined ? [] : [sql`${resource} = any(resources)`]),
    ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
  ];
}

function boundsOf({ platformId }: RequestFilter, { before, after }: RequestPage): RawBuilder<unknown>[] {
  const numberOf = (id: string) =>
    sql`coalesce((select other.number from logged_request other where other.platform_id = ${platformId} and other.id = ${id}), 0)`;
  return [
    ...(before === undefined ? [] : [sql`number < ${numberOf(before)}`]),
    ...(after === undefined ? [] : [sql`number > ${numberOf(after)}`]),
  ];
}

function toRow({ bodies, ...request }: LoggedRequest & { readonly bodies: Bodies }, secrets: Sealing) {
  const { id } = request;
  return {
    id,
    request_id: request.requestId,
    method: request.method,
    operation: request.operation,
    status: request.status,
    error_code: request.errorCode ?? null,
    duration_ms: request.durationMs,
    token_id: request.tokenId ?? null,
    resources: [...request.resources],
    skipped_count: request.skippedCount ?? null,
    path: secrets.seal(request.path, pathPlace(id)),
    bodies: secrets.seal(JSON.stringify(bodies), bodiesPlace(id)),
    created_at: request.createdAt,
  };
}

function toDomain(row: StoredRequest, secrets: Sealing): LoggedRequest {
  return {
    id: row.id,
    requestId: row.request_id,
    method: row.method,
    path: secrets.open(row.path, pathPlace(row.id)).toString(),
    operation: row.operation,
    status: row.status,
    errorCode: row.error_code ?? undefined,
    durationMs: row.duration_ms,
    tokenId: row.token_id ?? undefined,
    resources: row.resources,
    skippedCount: row.skipped_count ?? undefined,
    createdAt: row.created_at,
  };
}

const pathPlace = (id: string): Place => ({ purpose: 'platform.request-path', row: id });
const bodiesPlace = (id: string): Place => ({ purpose: 'platform.request-bodies', row: id });

const key = { platform_id: 'uuid', id: 'uuid' } as const;

export const sealedRequests: SealedColumn[] = [
  { table: 'logged_request', column: 'path', key, place: ({ id = '' }) => pathPlace(id) },
  { table: 'logged_request', column: 'bodies', key, place: ({ id = '' }) => bodiesPlace(id) },
];
