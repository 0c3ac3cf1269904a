// Creates Lightning invoices (BOLT 11), each signed with its own key. An invoice can be paid once.
import { hash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bech32 } from '@scure/base';

export interface Invoice {
  /** In satoshi. */
  readonly amount: bigint;
  readonly at: Date;
  readonly isTest: boolean;
  readonly description: string;
  /** 32 bytes, from which key, payment hash and secret are derived. */
  readonly seed: Uint8Array;
}

/** Number of each field, as a bech32 letter. */
const fields = { paymentHash: 1, secret: 16, description: 13, expiry: 6, features: 5, shortestDelay: 24 } as const;

/** How long after `at` it can be paid: the lifetime of its quote. */
const expirySeconds = 120;

export function lightningInvoice({ amount, at, isTest, description, seed }: Invoice): string {
  const prefix = `${isTest ? 'lnbcrt' : 'lnbc'}${amount * 10n}n`; // a satoshi is ten billionths of a bitcoin
  const words = [
    ...numberIn(BigInt(Math.floor(at.getTime() / 1000)), 7),
    ...field('paymentHash', bech32.toWords(derived(derived(seed, 'preimage'), ''))),
    ...field('secret', bech32.toWords(derived(seed, 'secret'))),
    ...field('description', bech32.toWords(Buffer.from(description))),
    ...field('expiry', numberIn(BigInt(expirySeconds), 2)),
    ...field('features', [16, 8, 0]), // supports payment secrets and variable-length onions
    ...field('shortestDelay', [18]),
  ];
  return bech32.encode(prefix, [...words, ...signatureOf(prefix, words, seed)], false);
}

const derived = (seed: Uint8Array, name: string) => hash('sha256', Buffer.concat([seed, Buffer.from(name)]), 'buffer');

function field(name: keyof typeof fields, words: readonly number[]): number[] {
  return [fields[name], words.length >> 5, words.length & 31, ...words];
}

function numberIn(value: bigint, length: number): number[] {
  return Array.from({ length }, (_, at) => Number((value >> BigInt(5 * (length - 1 - at))) & 31n));
}

/** Over the prefix and the data, padded with zeros to whole bytes. The recovery id is last. */
function signatureOf(prefix: string, words: readonly number[], key: Uint8Array): number[] {
  const digest = hash('sha256', Buffer.concat([Buffer.from(prefix), inBytes(words)]), 'buffer');
  const [recovery = 0, ...signature] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return bech32.toWords(Uint8Array.from([...signature, recovery]));
}

function inBytes(words: readonly number[]): Buffer {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}
