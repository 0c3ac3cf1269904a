// Counts and sums of what was compared. The listed differences explain the differences between the sums.
import type { Movement, Pair } from './reconciliation.ts';
import type { Line } from './report-lines.ts';

export interface Totals {
  readonly counts: { rows: number; entries: number; differences: number };
  add(pair: Pair): void;
  /** A line per currency and direction. */
  lines(): readonly Line[];
}

interface Sum {
  file: bigint;
  ledger: bigint;
}

export function newTotals(): Totals {
  const counts = { rows: 0, entries: 0, differences: 0 };
  const sums = new Map<string, Sum>();
  const sumOf = ({ currency, direction }: Movement) => {
    const key = `${currency} ${direction}`;
    const sum = sums.get(key) ?? { file: 0n, ledger: 0n };
    sums.set(key, sum);
    return sum;
  };
  return {
    counts,
    add: ({ row, entry, difference }) => {
      if (row) sumOf(row).file += row.amount;
      if (entry) sumOf(entry).ledger += entry.amount;
      counts.rows += row ? 1 : 0;
      counts.entries += entry ? 1 : 0;
      counts.differences += difference ? 1 : 0;
    },
    lines: () => [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, sum]) => lineOf(key, sum)),
  };
}

function lineOf(key: string, { file, ledger }: Sum): Line {
  const [currency = '', direction = ''] = key.split(' ');
  const own = { direction, amount: `${file}`, currency };
  return { record: 'SUM', ...own, ledgerDirection: direction, ledgerAmount: `${ledger}`, ledgerCurrency: currency };
}
