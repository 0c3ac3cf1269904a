// The platforms in the database.
import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { RecentMap } from '../../kit/core/recent-map.ts';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, type NewRow, propertiesOf } from '../../kit/storage/tables.ts';
import { toSettings, toSettingsJson } from '../convert.ts';
import type { FoundPlatform, Platform, Settings } from '../domain/platform.ts';
import { PlatformRecord, type PlatformRow } from './records.ts';

export interface Platforms {
  /** Without the ORM, which costs three times as much: it runs at every quote. */
  find(id: string): Promise<FoundPlatform | undefined>;
  /** Newest first, after `after`. One more than the limit if there are more. */
  list(page: { limit: number; after: Position | undefined }): Promise<Platform[]>;
  /** Locks the row until the transaction ends, which serializes changes of a platform. */
  lock(id: string): Promise<Platform | undefined>;
  /** False if a platform with this id exists, which does not change. */
  insert(platform: Platform): Promise<boolean>;
  save(platform: Platform): Promise<void>;
}

const columns = propertiesOf(PlatformRecord);

/** `parse` is shared by all platforms that one store returns. */
export function platforms(db: Queryable, parse: ParseSettings): Platforms {
  return {
    async find(id) {
      const [row] = await db.read(sql<PlatformRow & { hasFaults: boolean }>`
        select ${columns}, exists (select from fault where fault.platform_id = ${id}) as "hasFaults"
        from platform where platform_id = ${id}`);
      return row && { ...toDomain(row, parse), hasFaults: row.hasFaults };
    },
    async list({ limit, after }) {
      const older = after ? sql`(created_at, platform_id) < (${after.createdAt}, ${after.id}::uuid)` : sql`true`;
      const rows = await db.query(sql<PlatformRow>`
        select ${columns} from platform where ${older} order by created_at desc, platform_id desc limit ${limit + 1}`);
      return rows.map((row) => toDomain(row, parse));
    },
    async lock(id) {
      const row = await db.em.findOne(PlatformRecord, { platformId: id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      return row ? toDomain(row, parse) : undefined;
    },
    async insert(platform) {
      const insert = insertInto(PlatformRecord, [toNewRow(platform)]);
      const inserted = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('platform_id'));
      return inserted.length === 1;
    },
    async save(platform) {
      Object.assign(await db.em.findOneOrFail(PlatformRecord, { platformId: platform.id }), toRow(platform));
    },
  };
}

function toNewRow(platform: Platform): NewRow<typeof PlatformRecord> {
  return {
    platform_id: platform.id,
    environment: platform.environment,
    is_regulated: platform.isRegulated,
    offers_invitations: platform.offersInvitations,
    uma_domain: platform.umaDomain ?? null,
    proxy_uma_subdomain: platform.proxyUmaSubdomain ?? null,
    webhook_endpoint: platform.webhookEndpoint ?? null,
    settings: toSettingsJson(platform.settings),
    tokens: [...platform.tokens],
    clock_offset_ms: platform.clockOffsetMs,
    version: platform.version,
    created_at: platform.createdAt,
    updated_at: platform.updatedAt,
    forked_from: platform.forkedFrom ?? null,
  };
}

/** All mutable columns. Absent values are null in the row. */
function toRow({ umaDomain = null, proxyUmaSubdomain = null, webhookEndpoint = null, ...platform }: Nullable) {
  const { isRegulated, offersInvitations, settings, clockOffsetMs, version, updatedAt } = platform;
  const columns = {
    isRegulated,
    offersInvitations,
    umaDomain,
    proxyUmaSubdomain,
    webhookEndpoint,
    clockOffsetMs,
    version,
    updatedAt,
  };
  return { ...columns, settings: toSettingsJson(settings), tokens: [...platform.tokens] };
}

type Texts = 'umaDomain' | 'proxyUmaSubdomain' | 'webhookEndpoint';
type Nullable = Omit<Platform, Texts> & { readonly [Name in Texts]?: string | null | undefined };

function toDomain(row: PlatformRow, parse: ParseSettings): Platform {
  const { environment, isRegulated, offersInvitations, clockOffsetMs, version, createdAt, updatedAt } = row;
  return {
    id: row.platformId,
    environment,
    isRegulated,
    offersInvitations,
    umaDomain: row.umaDomain ?? undefined,
    proxyUmaSubdomain: row.proxyUmaSubdomain ?? undefined,
    webhookEndpoint: row.webhookEndpoint ?? undefined,
    settings: parse(row),
    tokens: row.tokens,
    clockOffsetMs,
    version,
    createdAt,
    updatedAt,
    forkedFrom: row.forkedFrom ?? undefined,
  };
}

export type ParseSettings = (row: Pick<PlatformRow, 'platformId' | 'version' | 'updatedAt' | 'settings'>) => Settings;

/** Settings are read at every quote and rarely change, so each version is parsed once. A restored platform has an earlier version again. */
export function settingsParser(): ParseSettings {
  const parsed = new RecentMap<string, { version: string; settings: Settings }>(parsedMax);
  return ({ platformId: id, updatedAt, settings, ...row }) => {
    const version = `${row.version} ${updatedAt.getTime()}`;
    const known = parsed.get(id);
    if (known?.version === version) return known.settings;
    const fresh = toSettings(settings);
    parsed.set(id, { version, settings: fresh });
    return fresh;
  };
}

const parsedMax = 1_000;
