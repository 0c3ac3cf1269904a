// What monitoring reads of one service, in addition to what it reads of every service.

export interface Measures<Own> {
  readonly metrics: readonly Metric[];
  /** Reads the gauges, in the background every 15 seconds. Its work must not grow with the history. */
  readonly read: (context: Own) => Promise<Readings>;
  /** Reads the counters, from memory, at each collection. */
  readonly count?: (context: Own) => Readings;
}

export interface Metric {
  readonly name: string;
  readonly about: string;
  /** Counts what happened since the process started. Absent for gauges, whose value all processes report alike. */
  readonly isCounter?: true;
}

/** By the names of metrics. */
export type Readings = Readonly<Record<string, readonly Reading[]>>;

/** The values of a label are few, and known when the program is written. */
export interface Reading {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}
