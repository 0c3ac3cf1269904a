// Signatures of wallets on every network: who signs, and what is no proof.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { SignatureScheme } from '../../gen/payments/accounts/v1/ownership_pb.ts';
import { provenByBitcoinKey } from '../../services/accounts/domain/ownership/bitcoin-signature.ts';
import { provenByEvmKey, provenByTronKey } from '../../services/accounts/domain/ownership/ethereum-signature.ts';
import type { Prove } from '../../services/accounts/domain/ownership/proof.ts';
import { provenBySolanaKey } from '../../services/accounts/domain/ownership/solana-signature.ts';
import { bitcoinSignature, ownerOn, walletOwners } from '../services/accounts/wallet-owner.ts';

const scheme = SignatureScheme.BIP137;
const message = 'Some data';
const proofs: Readonly<Record<string, Prove>> = {
  ETHEREUM: provenByEvmKey,
  TRON: provenByTronKey,
  SOLANA: provenBySolanaKey,
  SPARK: provenByBitcoinKey,
};
const owners = walletOwners().filter(({ network }) => proofs[network]);

describe.each(owners)('on $network', ({ network, address, sign }) => {
  const prove = proofs[network] ?? provenByEvmKey;
  const signature = sign(message);
  const claim = { address, message, signature, scheme };

  test('the signature of the owner is a proof', () => {
    expect(prove(claim)).toBe('PROVEN');
  });

  test.each([
    { what: 'of another person', wrong: { signature: ownerOn(network, 2).sign(message) } },
    { what: 'of another message', wrong: { message: 'Some date' } },
    { what: 'for another address', wrong: { address: ownerOn(network, 2).address } },
  ])('a signature $what is invalid', ({ wrong }) => {
    expect(prove({ ...claim, ...wrong })).toBe('SIGNATURE_MISMATCH');
  });

  test.each([
    { name: 'nothing', malformed: '' },
    { name: 'a word', malformed: 'signature' },
    { name: 'one that lacks its end', malformed: signature.slice(0, -2) },
    { name: 'one with more behind it', malformed: `${signature}11` },
    { name: 'a blank before it', malformed: ` ${signature}` },
  ])('$name cannot be decoded', ({ malformed }) => {
    expect(prove({ ...claim, signature: malformed })).toBe('SIGNATURE_MALFORMED');
  });

  test('high s is as valid as low s', () => {
    expect(prove({ ...claim, signature: withHighS(network, signature) })).toBe('PROVEN');
  });
});

describe('the header of a signature by a Bitcoin key', () => {
  const { address } = ownerOn('SPARK');
  const key = new Uint8Array(32).fill(1);
  const signedWith = (firstHeader: number) => bitcoinSignature({ message, key, firstHeader });

  test.each([
    { scheme: SignatureScheme.BIP137, good: [27, 31, 35, 39], bad: [20, 43] },
    { scheme: SignatureScheme.ELECTRUM, good: [27, 31], bad: [20, 35, 39, 43] },
  ])('encodes the kind of address as in scheme $scheme', ({ scheme, good, bad }) => {
    const verdictOf = (header: number) => provenByBitcoinKey({ address, message, signature: signedWith(header), scheme });

    expect(good.map(verdictOf)).toEqual(good.map(() => 'PROVEN'));
    expect(bad.map(verdictOf)).toEqual(bad.map(() => 'SIGNATURE_MALFORMED'));
  });
});

test('the length of a message is in bytes, not in characters', () => {
  const long = 'ä'.repeat(200);
  const claim = { address: ownerOn('SPARK').address, message: long, signature: ownerOn('SPARK').sign(long), scheme };

  expect(provenByBitcoinKey(claim)).toBe('PROVEN');
});

test('a key of small order proves nothing on Solana', () => {
  const signature = `${'1'.repeat(32)}${'1'.repeat(32)}`;

  expect(provenBySolanaKey({ address: '1'.repeat(32), message, signature, scheme })).toBe('SIGNATURE_MISMATCH');
});

/** The twin of a signature on secp256k1: s negated modulo the order, with the other recovery bit. Ed25519 has none. */
function withHighS(network: string, signature: string): string {
  if (network === 'SOLANA') return signature;
  const isBitcoin = network === 'SPARK';
  const bytes = Buffer.from(signature.replace('0x', ''), isBitcoin ? 'base64' : 'hex');
  const at = isBitcoin ? 33 : 32;
  const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${bytes.subarray(at, at + 32).toString('hex')}`);
  bytes.set(Buffer.from(s.toString(16).padStart(64, '0'), 'hex'), at);
  const header = isBitcoin ? 0 : 64;
  const first = isBitcoin ? 31 : 27;
  bytes[header] = ((bytes[header] ?? 0) === first ? first + 1 : first) as number;
  return isBitcoin ? bytes.toString('base64') : `0x${bytes.toString('hex')}`;
}
