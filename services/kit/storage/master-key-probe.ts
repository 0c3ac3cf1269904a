// A probe per master key that the service has used. At the next start it shows whether the configured keys are the right ones.
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

/** Stores a probe of the current key. */
export async function leaveProbe(database: Database, secrets: Sealing): Promise<void> {
  const { keyId } = secrets;
  const probe = secrets.seal(probed, placeOf(keyId));
  await database.query(sql`insert into master_key (id, probe) values (${keyId}, ${probe}) on conflict (id) do nothing`);
}

/** Ids of the keys under which values may be sealed. */
export async function probedKeys(database: Database): Promise<Buffer[]> {
  const probes = await database.query(sql<Pick<Probe, 'id'>>`select id from master_key order by id`);
  return probes.map(({ id }) => id);
}

/** Removes the probes of all other keys, when no value is sealed under them any more. */
export async function forgetFormerKeys(database: Database, { keyId }: Sealing): Promise<void> {
  await database.query(sql`delete from master_key where id <> ${keyId}`);
}

/** Ids of keys that sealed values in these schemas, but are not configured. */
export async function foreignKeysIn(client: ClientBase, schemas: readonly string[], secrets: Sealing): Promise<string[]> {
  const foreign = new Set<string>();
  for (const schema of schemas) {
    const { rows: tables } = await client.query(`select to_regclass($1) as name`, [`"${schema}".master_key`]);
    if (tables[0]?.name === null) continue; // not created yet
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
