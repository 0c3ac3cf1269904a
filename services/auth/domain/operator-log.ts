// The log of operators: a chain of entries, in which no entry can be changed or removed without changing the hash of the last one.
import { createHash } from 'node:crypto';

export type OperatorEntryKind = 'CALL' | 'RESULT' | 'DENIAL';

/** What an entry records. Absent values are null, so that each takes part in the hash. */
export interface Recorded {
  readonly kind: OperatorEntryKind;
  readonly operatorId: string;
  readonly method: string;
  readonly platformId: string | null;
  readonly subjects: readonly string[];
  readonly requestId: string;
  /** The sequence of the call, for its result. */
  readonly resultOf: bigint | null;
  readonly code: string | null;
}

export interface OperatorEntry extends Recorded {
  /** From 1, without gaps. */
  readonly sequence: bigint;
  readonly createdAt: Date;
  /** SHA-256. */
  readonly hash: Buffer;
}

/** What identifies the whole log up to an entry. */
export type LogHead = Pick<OperatorEntry, 'sequence' | 'hash'>;

/** Before the first entry. */
export const emptyLog: LogHead = { sequence: 0n, hash: Buffer.alloc(32) };

export function entryAfter(head: LogHead, recorded: Recorded, createdAt: Date): OperatorEntry {
  const entry = { ...recorded, sequence: head.sequence + 1n, createdAt };
  return { ...entry, hash: hashAfter(head.hash, entry) };
}

/** Covers each field, in this order, as JSON. */
export function hashAfter(previous: Uint8Array, entry: Omit<OperatorEntry, 'hash'>): Buffer {
  const { sequence, createdAt, kind, operatorId, method, platformId, subjects, requestId, resultOf, code } = entry;
  const fields = [
    `${sequence}`,
    createdAt.toISOString(),
    kind,
    operatorId,
    method,
    platformId,
    subjects,
    requestId,
    resultOf === null ? null : `${resultOf}`,
    code,
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest();
}

export interface LogVerifier {
  /** Called with each entry of the log, from the first one on. */
  add(entry: OperatorEntry): void;
  /** The number of entries, and what is wrong with them, as sentences. */
  end(): { readonly entries: number; readonly problems: readonly string[] };
}

/** `heads`: entries as they were anchored outside of the log. */
export function logVerifier(heads: readonly LogHead[]): LogVerifier {
  const awaited = new Map(heads.map(({ sequence, hash }) => [sequence, hash]));
  const problems: string[] = [];
  let [entries, head] = [0, emptyLog];
  return {
    add(entry) {
      const { sequence, hash } = entry;
      const expected = head.sequence + 1n;
      if (sequence !== expected) problems.push(`Entry ${expected} is missing, or is not in its place.`);
      if (!hashAfter(head.hash, entry).equals(hash)) problems.push(`Entry ${sequence} does not continue the chain.`);
      if (awaited.get(sequence)?.equals(hash) === false)
        problems.push(`Entry ${sequence} differs from the one that was anchored.`);
      awaited.delete(sequence);
      [entries, head] = [entries + 1, entry];
    },
    end: () => {
      const missing = [...awaited.keys()].map((sequence) => `Entry ${sequence} was anchored, and is missing.`);
      return { entries, problems: [...problems, ...missing] };
    },
  };
}
