// A probe for each master key that a service ever sealed with: it tells at the next start whether the keys at hand are the right ones.
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Database } from './database.ts';
import type { Sealing } from './secrets.ts';

const probed = 'master key';
const placeOf = (id: Buffer) => ({ purpose: 'kit.master-key', row: id.toString('hex') });

interface Probe {
  readonly id: Buffer;
  readonly probe: Buffer;
}

/** Leaves a probe of the present key. */
export async function leaveProbe(database: Database, secrets: Sealing): Promise<void> {
  const { keyId } = secrets;
  const probe = secrets.seal(probed, placeOf(keyId));
  await database.query(sql`insert into master_key (id, probe) values (${keyId}, ${probe}) on conflict (id) do nothing`);
}

/** Ids of the keys that something may be sealed under. */
export async function probedKeys(database: Database): Promise<Buffer[]> {
  const probes = await database.query(sql<Pick<Probe, 'id'>>`select id from master_key order by id`);
  return probes.map(({ id }) => id);
}

/** Nothing is sealed under any other key any more. */
export async function forgetFormerKeys(database: Database, { keyId }: Sealing): Promise<void> {
  await database.query(sql`delete from master_key where id <> ${keyId}`);
}

/** Ids of keys that something in these schemas was sealed with, and that are not at hand. */
export async function foreignKeysIn(client: ClientBase, schemas: readonly string[], secrets: Sealing): Promise<string[]> {
  const foreign = new Set<string>();
  for (const schema of schemas) {
    const { rows: tables } = await client.query(`select to_regclass($1) as name`, [`"${schema}".master_key`]);
    if (tables[0]?.name === null) continue; // not made yet
    const { rows } = await client.query<Probe>(`select id, probe from "${schema}".master_key`);
    for (const { id, probe } of rows) if (!opens({ id, probe }, secrets)) foreign.add(id.toString('hex'));
  }
  return [...foreign];
}

function opens({ id, probe }: Probe, secrets: Sealing): boolean {
  try {
    return secrets.open(probe, placeOf(id)).toString() === probed;
  } catch {
    return false;
  }
}
