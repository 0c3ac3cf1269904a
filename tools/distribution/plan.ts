// What distributing the tables of a service needs, and what prevents it.
import type { Door } from '../../services/kit/service/service.ts';
import { commonPlacements, distributionColumn, type Placement } from '../../services/kit/storage/placement.ts';
import { kitTables } from '../../services/kit/storage/records.ts';
import { tableOf } from '../../services/kit/storage/tables.ts';
import type { Cluster, StoredTable } from './catalog.ts';

export interface Step {
  readonly table: string;
  readonly rows: number;
  /** The column that decides where a row lies. Absent: the rows stay on the coordinator. */
  readonly column?: string;
  /** Why it is not distributed by platform. */
  readonly placement?: Placement;
  readonly isDone: boolean;
}

export interface Plan {
  readonly service: string;
  /** In an order in which each table follows those that it refers to. */
  readonly steps: readonly Step[];
  /** Empty: the plan can be carried out. */
  readonly refusals: readonly string[];
}

/** Why no table of a database can be distributed now. */
export function clusterRefusals({ version, isCoordinator, workers, processes }: Cluster): string[] {
  if (version === null) return ['It does not have the extension citus. Create it on the coordinator and on each worker.'];
  if (!isCoordinator) return ['It is not the coordinator. Set the URL of the coordinator.'];
  return [
    ...(workers === 0 ? ['It has no worker. Add one: select citus_add_node(host, port).'] : []),
    ...(processes > 0 ? [`${processes} processes of the platform use it. Stop them.`] : []),
  ];
}

export function planFor(door: Door, stored: readonly StoredTable[]): Plan {
  const placements: Readonly<Record<string, Placement>> = { ...commonPlacements, ...door.placements };
  const steps = parentsFirst(stored).map((table) => stepFor(table, placements[table.name]));
  return { service: door.name, steps, refusals: [...unknownTables(door, stored), ...wronglyPlaced(stored, steps)] };
}

function stepFor({ name, rows, distributedBy }: StoredTable, placement: Placement | undefined): Step {
  const column = distributionColumn(placement);
  const isDone = distributedBy === (column ?? null);
  return { table: name, rows, isDone, ...(column !== undefined && { column }), ...(placement && { placement }) };
}

/** The schema is that of another version, or was never migrated. */
function unknownTables({ name, entities = [], tables = [] }: Door, stored: readonly StoredTable[]): string[] {
  const known = new Set(['migration', ...[...kitTables, ...entities, ...tables].map((entity) => tableOf(entity))]);
  const found = new Set(stored.map((table) => table.name));
  const differing = [...known.difference(found), ...found.difference(known)];
  if (differing.length === 0) return [];
  const reason = found.size === 0 ? 'does not exist' : `is of another version: ${differing.join(', ')}`;
  return [`The schema ${name} ${reason}. Start this version once, so that it migrates the database.`];
}

function wronglyPlaced(stored: readonly StoredTable[], steps: readonly Step[]): string[] {
  const wrong = stored.filter(({ name, distributedBy }) => {
    const step = steps.find(({ table }) => table === name);
    return distributedBy !== null && !step?.isDone;
  });
  const byPlatform = stored.filter(({ distributedBy }) => distributedBy === 'platform_id');
  const groups = new Set(byPlatform.map(({ colocation }) => colocation));
  return [
    ...wrong.map(({ name, distributedBy }) => `${name} is distributed by ${distributedBy}. Undo it: select undistribute_table.`),
    ...(groups.size > 1 ? ['Its tables by platform have several colocation groups. Undo those of the smaller ones.'] : []),
  ];
}

/** The database refuses a foreign key to a table that is not distributed yet. */
function parentsFirst(tables: readonly StoredTable[]): StoredTable[] {
  if (tables.length === 0) return [];
  const names = new Set(tables.map(({ name }) => name));
  const isRoot = ({ parents }: StoredTable) => !parents.some((parent) => names.has(parent));
  const roots = tables.filter(isRoot);
  if (roots.length === 0) throw new Error('The foreign keys of the tables form a circle.');
  return [...roots, ...parentsFirst(tables.filter((table) => !isRoot(table)))];
}
