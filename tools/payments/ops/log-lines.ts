// Entries of the log of operators, and anchored heads, as lines of JSON.
import type { LogHead, OperatorEntry } from '../../../services/auth/domain/operator-log.ts';
import { CommandFailure } from '../failures.ts';

export function lineOf({ sequence, createdAt, resultOf, hash, ...entry }: OperatorEntry): string {
  return JSON.stringify({
    sequence: `${sequence}`,
    createdAt: createdAt.toISOString(),
    ...entry,
    resultOf: resultOf === null ? null : `${resultOf}`,
    hash: hash.toString('hex'),
  });
}

export function entryFrom(line: string): OperatorEntry {
  const { sequence, createdAt, resultOf, hash, ...entry } = parsed(line);
  return {
    ...entry,
    sequence: BigInt(sequence),
    createdAt: new Date(createdAt),
    resultOf: resultOf === null ? null : BigInt(resultOf),
    hash: Buffer.from(hash, 'hex'),
  };
}

export function headFrom(line: string): LogHead {
  const { sequence, hash } = parsed(line);
  return { sequence: BigInt(sequence), hash: Buffer.from(hash, 'hex') };
}

function parsed(line: string) {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new CommandFailure(`A line is not JSON: ${line.slice(0, 80)}`, { cause });
  }
}
