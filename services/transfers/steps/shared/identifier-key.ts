// Account numbers and addresses are stored only as keyed hashes, to find transactions by them.
import { familyOf } from '../../../kit/core/ids.ts';
import type { Hashed } from '../../../kit/storage/secrets.ts';
import type { TransfersContext } from '../../context.ts';

/** Ignores spaces, because IBANs are written with and without them. */
export function identifierKey({ secrets, caller }: Keeper, identifier: string): Buffer {
  return secrets.mac(hashed(caller, identifier));
}

/** All values that `identifierKey` may have returned, under earlier hash keys. */
export function identifierKeys({ secrets, caller }: Keeper, identifier: string): readonly Buffer[] {
  return secrets.macs(hashed(caller, identifier));
}

type Keeper = Pick<TransfersContext, 'secrets' | 'caller'>;

function hashed({ platformId }: Keeper['caller'], identifier: string): Hashed {
  return { text: `${familyOf(platformId)} ${identifier.replaceAll(/\s/g, '')}`, purpose: 'transfers account identifier' };
}
