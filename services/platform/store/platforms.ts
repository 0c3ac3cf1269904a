// The platforms in the database.
import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { RecentMap } from '../../kit/core/recent-map.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { type SettingsJson, toSettings, toSettingsJson } from '../convert.ts';
import type { Platform, Settings } from '../domain/platform.ts';
import { PlatformRecord, type PlatformRow } from './platform-record.ts';

export interface Platforms {
  find(id: string): Promise<Platform | undefined>;
  /** Holds the row until the transaction ends: changes of one platform come one after another. */
  lock(id: string): Promise<Platform | undefined>;
  /** False when there is one with this id already; that one stays as it is. */
  insert(platform: Platform): Promise<boolean>;
  save(platform: Platform): Promise<void>;
  /** Holds back every other change of a UMA domain until the transaction ends. */
  lockDomains(): Promise<void>;
  isDomainInUse(domain: string, exceptId: string): Promise<boolean>;
  /** The subdomains in use that begin with a label, but for those of one platform. */
  subdomainsLike(label: string, exceptId: string): Promise<string[]>;
}

/** `parse` is shared by all that one store hands out. */
export function platforms(db: Queryable, parse: ParseSettings): Platforms {
  return {
    async find(id) {
      const row = await db.em.findOne(PlatformRecord, { id });
      return row ? toDomain(row, parse) : undefined;
    },
    async lock(id) {
      const row = await db.em.findOne(PlatformRecord, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      return row ? toDomain(row, parse) : undefined;
    },
    async insert(platform) {
      const { id, environment, isRegulated, settings, version, createdAt, updatedAt } = platform;
      const inserted = await db.query(sql`
        insert into platform (id, environment, is_regulated, settings, version, created_at, updated_at)
        values (${id}, ${environment}, ${isRegulated}, ${JSON.stringify(toSettingsJson(settings))}, ${version}, ${createdAt}, ${updatedAt})
        on conflict (id) do nothing returning id`);
      return inserted.length === 1;
    },
    async save(platform) {
      await db.em.nativeUpdate(PlatformRecord, { id: platform.id }, toRow(platform));
    },
    async lockDomains() {
      await db.query(sql`select pg_advisory_xact_lock(hashtext('uma domains'))`);
    },
    async isDomainInUse(umaDomain, exceptId) {
      return (await db.em.count(PlatformRecord, { umaDomain, id: { $ne: exceptId } })) > 0;
    },
    async subdomainsLike(label, exceptId) {
      const where = { proxyUmaSubdomain: { $like: `${label}%` }, id: { $ne: exceptId } };
      const rows = await db.em.find(PlatformRecord, where, { fields: ['proxyUmaSubdomain'] });
      return rows.flatMap(({ proxyUmaSubdomain }) => proxyUmaSubdomain ?? []);
    },
  };
}

/** All that may change; what is absent is null in the row. */
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
  return { ...columns, settings: toSettingsJson(settings) };
}

type Texts = 'umaDomain' | 'proxyUmaSubdomain' | 'webhookEndpoint';
type Nullable = Omit<Platform, Texts> & { readonly [Name in Texts]?: string | null | undefined };

function toDomain(row: PlatformRow, parse: ParseSettings): Platform {
  const { id, environment, isRegulated, offersInvitations, clockOffsetMs, version, createdAt, updatedAt } = row;
  return {
    id,
    environment,
    isRegulated,
    offersInvitations,
    umaDomain: row.umaDomain ?? undefined,
    proxyUmaSubdomain: row.proxyUmaSubdomain ?? undefined,
    webhookEndpoint: row.webhookEndpoint ?? undefined,
    settings: parse(row),
    clockOffsetMs,
    version,
    createdAt,
    updatedAt,
  };
}

export type ParseSettings = (row: { id: string; version: number; settings: SettingsJson }) => Settings;

/** Settings are read at every quote and change hardly ever, so those of a version are parsed once. */
export function settingsParser(): ParseSettings {
  const parsed = new RecentMap<string, { version: number; settings: Settings }>(parsedMax);
  return ({ id, version, settings }) => {
    const known = parsed.get(id);
    if (known?.version === version) return known.settings;
    const fresh = toSettings(settings);
    parsed.set(id, { version, settings: fresh });
    return fresh;
  };
}

const parsedMax = 1_000;
