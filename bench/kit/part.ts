// The form of a part, and what the command line passes to it.
import type { Machine } from './machine.ts';
import type { Table } from './table.ts';

/** Measures, and shows the ratios to its references first. */
export type Part = (machine: Machine, rounds: number, options: Options) => Promise<Table[]>;

export interface Options {
  /** Rows with this text in their names, for parts of independent rows. */
  readonly only: string;
  /** Of the soak: its duration, and payments per second. */
  readonly minutes: number;
  readonly rate: number;
}
