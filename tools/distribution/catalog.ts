// What a database says about its servers, its tables, and how they are distributed.
import type { Client } from 'pg';
import { processLocks } from '../../services/kit/storage/session.ts';

export interface Cluster {
  /** Version of the extension Citus. Null if it is not installed in this database. */
  readonly version: string | null;
  readonly isCoordinator: boolean;
  readonly workers: number;
  /** Processes of the platform that are connected. */
  readonly processes: number;
}

export interface StoredTable {
  readonly name: string;
  /** As of the last analysis; -1 if there was none. */
  readonly rows: number;
  /** Tables that its foreign keys refer to. */
  readonly parents: readonly string[];
  /** Null if its rows are on the coordinator only. */
  readonly distributedBy: string | null;
  /** Tables with the same number have the rows of a platform on the same server. */
  readonly colocation: number | null;
}

export async function clusterOf(client: Client): Promise<Cluster> {
  const { rows } = await client.query<Pick<Cluster, 'version' | 'processes'>>(
    `select (select extversion from pg_extension where extname = 'citus') as version,
      (select count(*)::int from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())) as processes`,
    [processLocks],
  );
  const [{ version = null, processes = 0 } = {}] = rows;
  if (version === null) return { version, processes, isCoordinator: false, workers: 0 };
  const { rows: nodes } = await client.query<Pick<Cluster, 'isCoordinator' | 'workers'>>(
    `select citus_is_coordinator() as "isCoordinator", (select count(*)::int from citus_get_active_worker_nodes()) as workers`,
  );
  const [{ isCoordinator = false, workers = 0 } = {}] = nodes;
  return { version, processes, isCoordinator, workers };
}

/** All tables of a schema, by name. None of them is distributed without Citus. */
export async function storedTables(client: Client, schema: string, { version }: Cluster): Promise<StoredTable[]> {
  const placed = version
    ? `select logicalrelid::oid as id, column_to_column_name(logicalrelid, partkey) as by, colocationid as colocation from pg_dist_partition`
    : `select null::oid as id, null::text as by, null::int as colocation where false`;
  const { rows } = await client.query<StoredTable>(
    `select t.relname::text as name, t.reltuples::float as rows, by as "distributedBy", colocation,
      array(select parent.relname::text from pg_constraint key join pg_class parent on parent.oid = key.confrelid
        where key.conrelid = t.oid and key.contype = 'f' and parent.oid <> t.oid) as parents
     from pg_class t join pg_namespace s on s.oid = t.relnamespace left join (${placed}) placed on placed.id = t.oid
     where s.nspname = $1 and t.relkind = 'r' order by 1`,
    [schema],
  );
  return rows;
}
