// How the money of a quote comes from outside: by a pull, or by whoever pays as the quote tells.
import type { TransfersContext } from '../context.ts';
import type { Funding } from '../domain/record.ts';
import type { Parties } from './quote-parties.ts';

/** Undefined where an account inside pays. */
export async function fundingOf(_: TransfersContext, { source }: Parties): Promise<Funding | undefined> {
  if (source.kind === 'INTERNAL') return undefined;
  return { kind: source.kind, rail: source.rail ?? '', isCrypto: false };
}
