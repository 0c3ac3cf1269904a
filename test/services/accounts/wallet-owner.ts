// Owners of external wallets: keys of each kind, their addresses, and their signatures. Written from the specifications of the chains.
import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32m, createBase58check } from '@scure/base';

export interface WalletOwner {
  readonly accountType: string;
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  sign(message: string): string;
}

/** Seeds of different owners: 32 bytes of the same value. */
export function walletOwners(seed = 1): WalletOwner[] {
  const evm = ['ETHEREUM', 'BASE', 'POLYGON'].map((network) => evmOwner({ network, currency: 'USDC', seed }));
  return [...evm, evmOwner({ network: 'PLASMA', currency: 'USDT', seed }), tronOwner(seed), solanaOwner(seed), sparkOwner(seed)];
}

export function ownerOn(network: string, seed = 1): WalletOwner {
  const found = walletOwners(seed).find((owner) => owner.network === network);
  if (!found) throw new Error(`Nobody has a wallet on ${network}.`);
  return found;
}

const keyOf = (seed: number) => new Uint8Array(32).fill(seed);

function evmOwner({ network, currency, seed }: { network: string; currency: string; seed: number }): WalletOwner {
  const tail = tailOf(keyOf(seed));
  return {
    accountType: `${network}_WALLET`,
    currency,
    network,
    address: `0x${Buffer.from(tail).toString('hex')}`,
    sign: (message) => ethereumSignature({ message, key: keyOf(seed), prefix: 'Ethereum Signed Message:\n' }),
  };
}

function tronOwner(seed: number): WalletOwner {
  const check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
  return {
    accountType: 'TRON_WALLET',
    currency: 'USDT',
    network: 'TRON',
    address: check.encode(Buffer.concat([Buffer.from([0x41]), tailOf(keyOf(seed))])),
    sign: (message) => ethereumSignature({ message, key: keyOf(seed), prefix: 'TRON Signed Message:\n' }),
  };
}

function solanaOwner(seed: number): WalletOwner {
  return {
    accountType: 'SOLANA_WALLET',
    currency: 'USDC',
    network: 'SOLANA',
    address: base58.encode(ed25519.getPublicKey(keyOf(seed))),
    sign: (message) => base58.encode(ed25519.sign(Buffer.from(message), keyOf(seed))),
  };
}

function sparkOwner(seed: number): WalletOwner {
  const key = secp256k1.getPublicKey(keyOf(seed), true);
  return {
    accountType: 'SPARK_WALLET',
    currency: 'BTC',
    network: 'SPARK',
    address: bech32m.encode('sparkrt', bech32m.toWords(Buffer.concat([Buffer.from([0x0a, 0x21]), key])), 1024),
    sign: (message) => bitcoinSignature({ message, key: keyOf(seed), firstHeader: 31 }),
  };
}

/** The last 20 bytes of the hash of an uncompressed key, without its first byte. */
function tailOf(key: Uint8Array): Uint8Array {
  return keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20);
}

interface Signing {
  readonly message: string;
  readonly key: Uint8Array;
}

/** Hexadecimal r, s, v. */
export function ethereumSignature({ message, key, prefix }: Signing & { prefix: string }): string {
  const body = Buffer.from(message);
  const digest = keccak_256(Buffer.concat([Buffer.from([0x19]), Buffer.from(`${prefix}${body.length}`), body]));
  const [recovery = 0, ...compact] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return `0x${Buffer.from([...compact, recovery + 27]).toString('hex')}`;
}

/** Base64 of header, r and s. */
export function bitcoinSignature({ message, key, firstHeader }: Signing & { firstHeader: number }): string {
  const body = Buffer.from(message);
  const size = body.length < 0xfd ? [body.length] : [0xfd, body.length & 0xff, body.length >> 8];
  const whole = Buffer.concat([Buffer.from([0x18]), Buffer.from('Bitcoin Signed Message:\n'), Buffer.from(size), body]);
  const once = createHash('sha256').update(whole).digest();
  const digest = createHash('sha256').update(once).digest();
  const [recovery = 0, ...compact] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return Buffer.from([firstHeader + recovery, ...compact]).toString('base64');
}
