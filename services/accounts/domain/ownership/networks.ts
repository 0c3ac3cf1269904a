// The chains with proofs of ownership, by account type.
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { AccountInfo, AccountTypeName } from '../external/account-type.ts';
import { provenByBitcoinKey } from './bitcoin-signature.ts';
import { provenByEvmKey, provenByTronKey } from './ethereum-signature.ts';
import type { Prove } from './proof.ts';
import { provenBySolanaKey } from './solana-signature.ts';

export interface Network {
  /** The name in the message to sign. */
  readonly name: string;
  readonly prove: Prove;
  /** Its keys sign in several schemes. */
  readonly hasSchemes?: boolean;
}

const networks: Readonly<Partial<Record<AccountTypeName, Network>>> = {
  ethereumWallet: { name: 'ETHEREUM', prove: provenByEvmKey },
  baseWallet: { name: 'BASE', prove: provenByEvmKey },
  polygonWallet: { name: 'POLYGON', prove: provenByEvmKey },
  plasmaWallet: { name: 'PLASMA', prove: provenByEvmKey },
  solanaWallet: { name: 'SOLANA', prove: provenBySolanaKey },
  sparkWallet: { name: 'SPARK', prove: provenByBitcoinKey, hasSchemes: true },
  tronWallet: { name: 'TRON', prove: provenByTronKey },
};

/** An address on a chain. Undefined for bank accounts and Lightning, which have no proofs. */
export function walletOf(info: AccountInfo): { readonly address: string; readonly network: Network } | undefined {
  const network = networks[info.case];
  return network && 'address' in info.value ? { address: info.value.address, network } : undefined;
}

/** False for addresses of programs on Solana: they are off the curve, so they have no key. */
export function canSign(info: AccountInfo): boolean {
  if (info.case !== 'solanaWallet') return true;
  const key = solanaKeyOf(info.value.address);
  return key === undefined || isOnCurve(key);
}

/** The sandbox accepts addresses that are not base58, about which nothing is known. */
function solanaKeyOf(address: string): Uint8Array | undefined {
  try {
    const key = base58.decode(address);
    return key.length === 32 ? key : undefined;
  } catch {
    return undefined;
  }
}

function isOnCurve(key: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(key);
    return true;
  } catch {
    return false;
  }
}
