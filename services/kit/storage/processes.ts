// The processes that may hold leases of a service.
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Database } from './database.ts';
import type { Sealing } from './secrets.ts';

/** Longer than any lease. */
const keptMs = 120_000;

/** Registers this process, removes those that died long ago, and watches the others. Repeated by a sweep. */
export async function registerProcess(
  { life, query }: Pick<Database, 'life' | 'query'>,
  wall: Clock,
  { keyId }: Pick<Sealing, 'keyId'>,
): Promise<void> {
  const now = wall.now();
  const others = await query(sql<{ holder: number }>`
    with own as (
      insert into process (holder, master_key_id) values (${life.holder}, ${keyId}) on conflict (holder) do update set died_at = null
    ), died as (
      update process set died_at = ${now} where holder = any(${life.dead()}::int[]) and died_at is null
    ), forgotten as (
      delete from process where died_at < ${new Date(now.getTime() - keptMs)}
    )
    select holder from process where died_at is null or died_at >= ${new Date(now.getTime() - keptMs)}`);
  for (const { holder } of others) life.isDead(holder);
}

/** Ids of other master keys under which living processes seal new values. */
export async function otherKeysInUse({ life, query }: Database, { keyId }: Pick<Sealing, 'keyId'>): Promise<string[]> {
  const others = await query(sql<{ holder: number; key: string }>`
    select holder, encode(master_key_id, 'hex') as key from process where died_at is null and master_key_id <> ${keyId}`);
  return [...new Set(others.filter(({ holder }) => !life.isDead(holder)).map(({ key }) => key))];
}

/** For a process that has released its leases. */
export async function unregisterProcess({ life, query }: Pick<Database, 'life' | 'query'>): Promise<void> {
  await query(sql`delete from process where holder = ${life.holder}`);
}
