// Account numbers and addresses are kept as keyed hashes only: enough to find transactions by them.
import type { TransfersContext } from '../context.ts';

/** Spaces do not count: IBANs are written with and without. */
export function identifierKey({ secrets, caller }: Pick<TransfersContext, 'secrets' | 'caller'>, identifier: string): Buffer {
  return secrets.mac(`${caller.platformId} ${identifier.replaceAll(/\s/g, '')}`, 'transfers account identifier');
}
