// The words behind a wallet (BIP-39, English, twelve), and the keys that they give.
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** How much randomness twelve words hold. */
export const entropyBytes = 16;

export function mnemonicFrom(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}

/** Private identity keys on Spark, account by account: m/8797555'/account'/0'. On test networks accounts begin at 0, else at 1. */
export function* sparkKeys(mnemonic: string, { isTest }: { isTest: boolean }): Generator<Uint8Array> {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic));
  for (let account = isTest ? 0 : 1; ; account++) {
    const { privateKey } = root.derive(`m/8797555'/${account}'/0'`);
    if (privateKey) yield privateKey;
  }
}
