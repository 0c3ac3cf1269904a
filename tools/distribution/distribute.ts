// Carries out a plan: all tables of a service in one transaction, so that a failure leaves them as they were.
import { Client } from 'pg';
import type { Plan, Step } from './plan.ts';

/** Locks migrations, so that no process of the platform starts meanwhile. */
export async function distribute(client: Client, { service, steps }: Plan): Promise<void> {
  const open = steps.filter(isOpen);
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(hashtext('migrations of ' || $1))`, [service]);
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`); // required by foreign keys
    for (const step of open) await distributeTable(client, service, step);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  for (const { table } of steps.filter(({ column }) => column !== undefined)) await removeCopy(client, `${service}.${table}`);
}

type OpenStep = Step & Required<Pick<Step, 'column'>>;

const isOpen = (step: Step): step is OpenStep => step.column !== undefined && !step.isDone;

async function distributeTable(client: Client, service: string, { table, column }: OpenStep): Promise<void> {
  const neighbor = column === 'platform_id' ? await anyByPlatform(client) : undefined;
  await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
    `${service}.${table}`,
    column,
    neighbor ?? 'none',
  ]);
}

/** The rows of a platform are on one server, whichever service they belong to. */
async function anyByPlatform(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::regclass::text as name from pg_dist_partition
     where partmethod = 'h' and column_to_column_name(logicalrelid, partkey) = 'platform_id' order by logicalrelid limit 1`,
  );
  return rows[0]?.name;
}

/** The coordinator keeps the rows that it has sent to the workers, hidden. A foreign key prevents their removal until its table is empty. */
async function removeCopy(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ size: string }>('select pg_relation_size($1::regclass) as size', [table]);
  if (rows[0]?.size !== '0') await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table]);
}
