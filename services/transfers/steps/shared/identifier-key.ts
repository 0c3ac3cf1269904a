// Account numbers and addresses are kept as keyed hashes only: enough to find transactions by them.
import type { Hashed } from '../../../kit/storage/secrets.ts';
import type { TransfersContext } from '../../context.ts';

/** Spaces do not count: IBANs are written with and without. */
export function identifierKey({ secrets, caller }: Keeper, identifier: string): Buffer {
  return secrets.mac(hashed(caller, identifier));
}

/** All that `identifierKey` may have given, under the master keys that were the newest then. */
export function identifierKeys({ secrets, caller }: Keeper, identifier: string): readonly Buffer[] {
  return secrets.macs(hashed(caller, identifier));
}

type Keeper = Pick<TransfersContext, 'secrets' | 'caller'>;

function hashed({ platformId }: Keeper['caller'], identifier: string): Hashed {
  return { text: `${platformId} ${identifier.replaceAll(/\s/g, '')}`, purpose: 'transfers account identifier' };
}
