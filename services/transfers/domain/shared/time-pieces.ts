// Splits a range of time into whole days and hours, which have counters, and the remainders at its ends.

/** The units of counters, longest first. */
export type Unit = 'DAY' | 'HOUR';

export interface Piece {
  /** ALL: all time. ROWS: shorter than a counter, so rows are counted. */
  readonly unit: Unit | 'ALL' | 'ROWS';
  /** In milliseconds, or infinite. */
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
}

/** Both ends are inclusive. An absent end is open. */
export interface TimeRange {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** The pieces of the range, in UTC. At most two are ROWS, together shorter than two of the last unit. */
export function piecesOf({ from, to }: TimeRange, units: readonly Unit[]): Piece[] {
  const range = { from: from?.getTime() ?? -Infinity, until: to ? to.getTime() + 1 : Infinity };
  return from || to ? cut(range, units) : [{ unit: 'ALL', ...range }];
}

const lengthsMs: { readonly [unit in Unit]: number } = { DAY: 86_400_000, HOUR: 3_600_000 };

function cut(range: Omit<Piece, 'unit'>, [unit, ...shorter]: readonly Unit[]): Piece[] {
  if (range.from >= range.until) return [];
  if (!unit) return [{ unit: 'ROWS', ...range }];
  const lengthMs = lengthsMs[unit];
  const from = Math.ceil(range.from / lengthMs) * lengthMs;
  const until = Math.floor(range.until / lengthMs) * lengthMs;
  if (from >= until) return cut(range, shorter);
  return [
    ...cut({ from: range.from, until: from }, shorter),
    { unit, from, until },
    ...cut({ from: until, until: range.until }, shorter),
  ];
}
