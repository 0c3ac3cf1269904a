// Signatures of wallets against published ones, and the message to sign.
import { create } from '@bufbuild/protobuf';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { ExternalAccountInfoSchema } from '../../gen/payments/accounts/v1/external_account_info_pb.ts';
import { SignatureScheme } from '../../gen/payments/accounts/v1/ownership_pb.ts';
import { provenByBitcoinKey } from '../../services/accounts/domain/ownership/bitcoin-signature.ts';
import { messageToSign } from '../../services/accounts/domain/ownership/challenge.ts';
import { provenByEvmKey } from '../../services/accounts/domain/ownership/ethereum-signature.ts';
import { canSign } from '../../services/accounts/domain/ownership/networks.ts';
import { provenBySolanaKey } from '../../services/accounts/domain/ownership/solana-signature.ts';
import { ownerOn } from '../services/accounts/wallet-owner.ts';

const scheme = SignatureScheme.BIP137;

/** `web3.eth.accounts.sign` in the documentation of web3.js. */
const ethereum = {
  address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
  message: 'Some data',
  signature:
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
  scheme,
};

/** The example of bitcoinjs-message, its key (SHA-256 of nothing) in the form of an address on Spark. */
const bitcoin = {
  address: sparkAddressOf(Buffer.from('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'hex')),
  message: 'This is an example of a signed message.',
  signature: 'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
  scheme,
};

/** RFC 8032, 7.1, test 2: one byte, 0x72. */
const solana = {
  address: '586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5',
  message: 'r',
  signature: '3w2b4gJH2VXfrwycUgMiE3TZJTztazKppFVojCQ9NDMDHq8PVTHxQdQovxMFxqeqeQf1xaADvhkj2nMuB1kzouA7',
  scheme,
};

describe('a published signature', () => {
  test('of an Ethereum key is a proof, in each encoding that wallets use', () => {
    const { signature } = ethereum;
    const forms = [signature, signature.slice(2), `0x${signature.slice(2).toUpperCase()}`, `${signature.slice(0, -2)}01`];

    expect(forms.map((form) => provenByEvmKey({ ...ethereum, signature: form }))).toEqual(forms.map(() => 'PROVEN'));
    expect(provenByEvmKey({ ...ethereum, address: ethereum.address.toLowerCase() })).toBe('PROVEN');
  });

  test('of a Bitcoin key is a proof', () => {
    expect(provenByBitcoinKey(bitcoin)).toBe('PROVEN');
  });

  test('of Ed25519 is a proof', () => {
    expect(provenBySolanaKey(solana)).toBe('PROVEN');
  });
});

test('a recovery bit other than 27, 28, 0 and 1 cannot be decoded', () => {
  const bits = ['02', '1a', '1d', 'ff'];

  expect(bits.map((bit) => provenByEvmKey({ ...ethereum, signature: ethereum.signature.slice(0, -2) + bit }))).toEqual(
    bits.map(() => 'SIGNATURE_MALFORMED'),
  );
});

test.each([
  { name: 'a key', address: ownerOn('SOLANA').address, can: true },
  { name: "a program's address, off the curve", address: '74Lz8uAE7cWhbjgbtVzhoFJaFRGGQMZNKYTQDncA33ii', can: false },
  { name: 'one that ends like a sandbox command', address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gD002', can: true },
])('$name on Solana can sign: $can', ({ address, can }) => {
  const account = create(ExternalAccountInfoSchema, { info: { case: 'solanaWallet', value: { address } } });

  if (account.info.case === undefined) throw new Error('An account was expected.');
  expect(canSign(account.info)).toBe(can);
});

test('the message to sign is one line of printable ASCII', () => {
  const text = messageToSign({
    accountId: '0199d3f0-1111-7222-8333-444455556666',
    address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
    network: 'BASE',
    nonce: Buffer.from('000102030405060708090a0b0c0d0eff', 'hex'),
    expiresAt: new Date('2026-03-09T10:15:00.123Z'),
  });

  expect(text).toBe(
    'Wallet ownership check v1 | account ExternalAccount:0199d3f0-1111-7222-8333-444455556666 | ' +
      'address 0x2c7536E3605D9C16a7a3D7b1898e529396a65c23 | network BASE | nonce 000102030405060708090a0b0c0d0eff | ' +
      'expires 2026-03-09T10:15:00Z',
  );
});

function sparkAddressOf(key: Uint8Array): string {
  const point = secp256k1.getPublicKey(key, true);
  return bech32m.encode('spark', bech32m.toWords(Buffer.concat([Buffer.from([0x0a, 0x21]), point])), 1024);
}
