// Payment instructions of a wallet: an address that its own recovery phrase controls.
import type { Environment } from '../../../kit/core/caller.ts';
import { sparkKeys } from '../wallet/mnemonic.ts';
import { sparkAddress } from './addresses.ts';
import type { Coordinates } from './coordinates.ts';
import { isOrdinary } from './instructions.ts';

export function walletCoordinates(mnemonic: string, account: { currency: string; environment: Environment }): Coordinates[] {
  const isTest = account.environment === 'sandbox';
  for (const key of sparkKeys(mnemonic, { isTest })) {
    const address = sparkAddress(isTest ? 'sparkrt' : 'spark', key);
    if (!isOrdinary(address)) continue;
    return [{ case: 'sparkWallet', value: { address, assetType: account.currency } }];
  }
  return [];
}
