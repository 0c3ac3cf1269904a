// A probe for each master key that a service ever sealed with: it tells at the next start whether the keys at hand are the right ones.
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Database } from './database.ts';
import type { Secrets } from './secrets.ts';

const probed = 'master key';
const placeOf = (id: Buffer) => ({ purpose: 'kit.master-key', row: id.toString('hex') });

interface Probe {
  readonly id: Buffer;
  readonly probe: Buffer;
}

/** Leaves a probe of the present key. */
export async function leaveProbe(database: Database, secrets: Secrets): Promise<void> {
  const { keyId } = secrets;
  const probe = secrets.seal(probed, placeOf(keyId));
  await database.query(sql`insert into master_key (id, probe) values (${keyId}, ${probe}) on conflict (id) do nothing`);
}

/** Ids of keys that something in these schemas was sealed with, and that are not at hand. */
export async function foreignKeysIn(client: ClientBase, schemas: readonly string[], secrets: Secrets): Promise<string[]> {
  const foreign = new Set<string>();
  for (const schema of schemas) {
    const { rows: tables } = await client.query(`select to_regclass($1) as name`, [`"${schema}".master_key`]);
    if (tables[0]?.name === null) continue; // not made yet
    const { rows } = await client.query<Probe>(`select id, probe from "${schema}".master_key`);
    for (const { id, probe } of rows) if (!opens({ id, probe }, secrets)) foreign.add(id.toString('hex'));
  }
  return [...foreign];
}

function opens({ id, probe }: Probe, secrets: Secrets): boolean {
  try {
    return secrets.open(probe, placeOf(id)).toString() === probed;
  } catch {
    return false;
  }
}
