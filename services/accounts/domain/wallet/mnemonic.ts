// The recovery phrase of a wallet (BIP-39, English, twelve words), and its keys.
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** Entropy of twelve words. */
export const entropyBytes = 16;

export function mnemonicFrom(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist);
}

/** Private identity keys on Spark, per account: m/8797555'/account'/0'. Accounts start at 0 on test networks, otherwise at 1. */
export function* sparkKeys(mnemonic: string, { isTest }: { isTest: boolean }): Generator<Uint8Array> {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic));
  for (let account = isTest ? 0 : 1; ; account++) {
    const { privateKey } = root.derive(`m/8797555'/${account}'/0'`);
    if (privateKey) yield privateKey;
  }
}
