// On-chain addresses: their checksums and content.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { base58check } from '../../../../kit/core/base58check.ts';
import type { AccountInfo, AccountTypeName } from '../account-type.ts';
import { sparkIdentityOf } from '../spark.ts';

export function addressProblem(address: string, { case: type }: AccountInfo): string | undefined {
  const rule = addresses[type];
  return !rule || rule(address) ? undefined : 'is not an address of this network: check its characters';
}

const addresses: Readonly<Partial<Record<AccountTypeName, (address: string) => boolean>>> = {
  ethereumWallet: isEvmAddress,
  baseWallet: isEvmAddress,
  polygonWallet: isEvmAddress,
  plasmaWallet: isEvmAddress,
  solanaWallet: isSolanaAddress,
  tronWallet: isTronAddress,
  sparkWallet: isSparkAddress,
};

/** EIP-55: if both cases occur, the hash of the lower-case address determines the upper-case letters. */
export function isEvmAddress(address: string): boolean {
  const digits = address.slice(2);
  const small = digits.toLowerCase();
  if (digits === small || digits === digits.toUpperCase()) return true;
  const nibbles = Buffer.from(keccak_256(Buffer.from(small))).toString('hex');
  return digits === [...small].map((digit, at) => (/[89a-f]/.test(nibbles[at] ?? '') ? digit.toUpperCase() : digit)).join('');
}

/** 32 bytes. Addresses off the curve belong to programs. */
export function isSolanaAddress(address: string): boolean {
  return lengthOf(() => base58.decode(address)) === 32;
}

/** 0x41 and 20 bytes. */
export function isTronAddress(address: string): boolean {
  return address.startsWith('T') && lengthOf(() => base58check.decode(address)) === 21;
}

/** For the main network, with a valid key. */
export function isSparkAddress(address: string): boolean {
  const identity = sparkIdentityOf(address);
  return (
    identity !== undefined && ['spark', 'sp'].includes(identity.prefix) && secp256k1.utils.isValidPublicKey(identity.key, true)
  );
}

function lengthOf(decode: () => Uint8Array): number | undefined {
  try {
    return decode().length;
  } catch {
    return undefined;
  }
}
