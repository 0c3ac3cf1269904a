// Device codes in the database. They change only while their agent is locked.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Row } from '../../kit/storage/tables.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import type { DeviceCode } from '../domain/device-code.ts';
import { DeviceCodeRecord } from './records.ts';

export interface DeviceCodes {
  find(platformId: string, codeHash: Uint8Array): Promise<DeviceCode | undefined>;
  insert(platformId: string, code: DeviceCode): Promise<void>;
  /** Ends the unredeemed codes of an agent. */
  supersede(platformId: string, agentId: string, now: Date): Promise<void>;
  redeem(platformId: string, codeHash: Uint8Array, now: Date): Promise<void>;
}

export function deviceCodes(db: Queryable): DeviceCodes {
  return {
    async find(platformId, codeHash) {
      const all = tables.selectFrom('device_code').selectAll().where('platform_id', '=', platformId);
      const [row] = await db.query(all.where('code_hash', '=', Buffer.from(codeHash)));
      return row && toDomain(row);
    },
    async insert(platformId, { codeHash, agentId, createdAt, expiresAt, redeemedAt = null, supersededAt = null }) {
      const times = { created_at: createdAt, expires_at: expiresAt, redeemed_at: redeemedAt, superseded_at: supersededAt };
      const row = { platform_id: platformId, code_hash: Buffer.from(codeHash), agent_id: agentId, ...times };
      await db.query(insertInto(DeviceCodeRecord, [row]));
    },
    async supersede(platformId, agentId, now) {
      await db.query(sql`
        update device_code set superseded_at = ${now}
        where platform_id = ${platformId} and agent_id = ${agentId} and redeemed_at is null and superseded_at is null`);
    },
    async redeem(platformId, codeHash, now) {
      await db.query(sql`
        update device_code set redeemed_at = ${now}
        where platform_id = ${platformId} and code_hash = ${Buffer.from(codeHash)}`);
    },
  };
}

const tables = tablesOf(DeviceCodeRecord);

function toDomain(row: Row<typeof DeviceCodeRecord>): DeviceCode {
  return {
    codeHash: row.code_hash,
    agentId: row.agent_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    redeemedAt: row.redeemed_at ?? undefined,
    supersededAt: row.superseded_at ?? undefined,
  };
}
