// Rows and entries in temporary files, in parts by their references, so that only one part is in memory.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry, Movement, Row } from './reconciliation.ts';

/** A million references are 4,000 per part. */
const parts = 256;
const charactersMax = 32_768;

export interface SpilledMovements {
  addRow(row: Row): void;
  addEntry(entry: Entry): void;
  /** Of one reference after the other. */
  groups(): Generator<Group>;
  remove(): void;
}

export interface Group {
  readonly rows: Row[];
  readonly entries: Entry[];
}

/** In a new folder that only this user can read. `remove` removes it. */
export function spilledMovements(): SpilledMovements {
  const folder = mkdtempSync(join(tmpdir(), 'payments-reconcile-'));
  const [rows, entries] = [spill<Row>(join(folder, 'rows')), spill<Entry>(join(folder, 'entries'))];
  return {
    addRow: rows.add,
    addEntry: entries.add,
    *groups() {
      for (let part = 0; part < parts; part += 1) yield* groupsIn(rows.read(part), entries.read(part));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function groupsIn(rows: readonly Row[], entries: readonly Entry[]): IteratorObject<Group> {
  const groups = new Map<string, Group>();
  const groupOf = ({ reference }: Movement) => {
    const group = groups.get(reference) ?? { rows: [], entries: [] };
    groups.set(reference, group);
    return group;
  };
  for (const row of rows) groupOf(row).rows.push(row);
  for (const entry of entries) groupOf(entry).entries.push(entry);
  return groups.values();
}

/** A file per part, a line per item. Lines are collected before they are written. */
function spill<Item extends Movement>(path: string) {
  const waiting: string[] = Array.from({ length: parts }, () => '');
  const write = (part: number) => {
    appendFileSync(`${path}-${part}`, waiting[part] ?? '');
    waiting[part] = '';
  };
  return {
    add: (item: Item) => {
      const part = partOf(item.reference);
      waiting[part] += `${JSON.stringify({ ...item, amount: `${item.amount}` })}\n`;
      if ((waiting[part]?.length ?? 0) > charactersMax) write(part);
    },
    read: (part: number): Item[] => {
      write(part);
      const lines = readFileSync(`${path}-${part}`, 'utf8').split('\n').filter(Boolean);
      return lines.map((line) => {
        const item = JSON.parse(line) as Item & { readonly amount: string };
        return { ...item, amount: BigInt(item.amount) };
      });
    },
  };
}

/** FNV-1a, 32 bits: the same part for the same reference. */
function partOf(reference: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < reference.length; index += 1) hash = Math.imul(hash ^ reference.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % parts;
}
