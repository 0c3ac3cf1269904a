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
  readonly retired_at: Date | null;
}

/** Stores a probe of the current key. */
export async function leaveProbe({ query }: Pick<Database, 'query'>, secrets: Sealing): Promise<void> {
  const { keyId } = secrets;
  const probe = secrets.seal(probed, placeOf(keyId));
  await query(sql`insert into master_key (id, probe) values (${keyId}, ${probe}) on conflict (id) do nothing`);
}

/** Ids of the keys under which values may be sealed. */
export async function probedKeys(database: Database): Promise<Buffer[]> {
  const probes = await database.query(sql<Pick<Probe, 'id'>>`select id from master_key where retired_at is null order by id`);
  return probes.map(({ id }) => id);
}

/** Retires all other keys, when no value is sealed under them any more. No process starts with one of them as its newest key. */
export async function retireFormerKeys(database: Database, { keyId }: Sealing, now: Date): Promise<void> {
  await database.query(sql`update master_key set retired_at = ${now} where id <> ${keyId} and retired_at is null`);
}

export interface KeyProblems {
  /** Ids of keys that sealed values, but are not configured. */
  readonly foreign: readonly string[];
  /** The newest configured key was replaced, and everything was resealed. */
  readonly isRetired: boolean;
}

/** Compares the configured keys with those that sealed values in these schemas. */
export async function keyProblemsIn(client: ClientBase, schemas: readonly string[], secrets: Sealing): Promise<KeyProblems> {
  const foreign = new Set<string>();
  let isRetired = false;
  for (const schema of schemas) {
    const { rows: tables } = await client.query(`select to_regclass($1) as name`, [`"${schema}".master_key`]);
    if (tables[0]?.name === null) continue; // not created yet
    const { rows } = await client.query<Probe>(`select id, probe, retired_at from "${schema}".master_key`);
    for (const probe of rows) {
      if (probe.retired_at) isRetired ||= probe.id.equals(secrets.keyId);
      else if (!opens(probe, secrets)) foreign.add(probe.id.toString('hex'));
    }
  }
  return { foreign: [...foreign], isRetired };
}

function opens({ id, probe }: Omit<Probe, 'retired_at'>, secrets: Sealing): boolean {
  try {
    return secrets.open(probe, placeOf(id)).toString() === probed;
  } catch {
    return false;
  }
}
