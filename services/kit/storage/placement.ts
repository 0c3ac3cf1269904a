// Where a distributed PostgreSQL keeps the rows of a table: docs/scaling.md. By default, on the server of their platform.

/** Of a table whose keys do not start with the platform. */
export type Placement = Directory | Coordinated;

/** Finds the platform of a value that comes without one. Its rows are distributed by that value. */
export interface Directory {
  readonly column: string;
  /** What comes without a platform. */
  readonly of: string;
}

/** Few rows, of no platform. They stay on the coordinator, because a copy on each server would make each write a distributed commit. */
export interface Coordinated {
  readonly rows: string;
}

/** By name of the table. */
export type Placements = Readonly<Record<string, Placement>>;

/** Tables that every service has. */
export const commonPlacements: Placements = {
  migration: { rows: 'one for each migration' },
  process: { rows: 'one for each process that lives' },
  master_key: { rows: 'one for each master key' },
  hash_key: { rows: 'one for each master key' },
  resealing: { rows: 'one for each sealed column' },
  audit_run: { rows: 'one' },
};

/** The column that decides where a row lies. Undefined if it stays on the coordinator. */
export function distributionColumn(placement: Placement | undefined): string | undefined {
  if (!placement) return 'platform_id';
  return 'column' in placement ? placement.column : undefined;
}
