// Payment instructions of a quote: unique coordinates, a unique reference, and only instant rails.
import { hash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { PaymentInstructionsSchema } from '../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import { PaymentRail } from '../../gen/payments/common/v1/payment_pb.ts';
import { toInstructions } from '../../services/accounts/convert.ts';
import { taprootAddress } from '../../services/accounts/domain/funding/addresses.ts';
import { isOrdinary } from '../../services/accounts/domain/funding/instructions.ts';
import { lightningInvoice } from '../../services/accounts/domain/funding/lightning-invoice.ts';
import { paymentCoordinatesOf } from '../../services/accounts/domain/funding/payment-instructions.ts';
import { currencies } from '../../services/kit/core/currencies.ts';
import { violationsOf } from '../../services/kit/messages/validate.ts';

const reference = 'PAY-0123456789AB';
const at = new Date('2026-01-02T03:04:05Z');

function infosOf(currency: string, { networks = [] as string[], id = '01900000-0000-7000-8000-000000000001' } = {}) {
  const payable = { id, currency, networks, reference, amount: 2_500n, serial: 7n, at };
  return paymentCoordinatesOf({ ...payable, environment: 'sandbox' });
}

test('every collected currency identifies the quote by a reference or by the coordinates', () => {
  const collected = currencies.filter(({ code, kind }) => kind === 'fiat' && infosOf(code).length > 0);
  expect(collected.map(({ code }) => code)).toEqual(['USD', 'EUR', 'GBP', 'ARS', 'BRL', 'COP', 'DKK', 'INR', 'MXN', 'SGD']);
  for (const { code, kind } of collected) {
    const infos = infosOf(code);
    const [instructions, ...more] = toInstructions(infos, { isPlatformAccount: false });
    expect([kind, more]).toEqual(['fiat', []]);
    expect(instructions && violationsOf(PaymentInstructionsSchema, instructions), code).toEqual([]);
    const text = JSON.stringify(infos[0]?.value);
    const expectedReference = code === 'BRL' ? 'PAY0123456789AB' : reference;
    if (code !== 'ARS') expect(text, code).toContain(expectedReference);
  }
});

test.each([
  ['USD', [PaymentRail.RTP, PaymentRail.FEDNOW]],
  ['EUR', [PaymentRail.SEPA_INSTANT]],
  ['INR', [PaymentRail.UPI]],
  ['SGD', [PaymentRail.PAYNOW, PaymentRail.FAST]],
])('in %s only instant rails are offered', (currency, paymentRails) => {
  expect(infosOf(currency)).toMatchObject([{ value: { paymentRails } }]);
});

test.each(['NGN', 'KES', 'ILS'])('in %s there are none, because no instant rail collects it', (currency) => {
  expect(infosOf(currency)).toEqual([]);
});

test.each([
  ['USDC', 'SOLANA', 'solanaWallet'],
  ['USDC', 'BASE', 'baseWallet'],
  ['USDC', 'POLYGON', 'polygonWallet'],
  ['USDC', 'ETHEREUM', 'ethereumWallet'],
  ['USDT', 'TRON', 'tronWallet'],
  ['USDT', 'ETHEREUM', 'ethereumWallet'],
  ['USDT', 'PLASMA', 'plasmaWallet'],
  ['USDT', 'SOLANA', 'solanaWallet'],
  ['USDB', 'SPARK', 'sparkWallet'],
  ['BTC', 'SPARK', 'sparkWallet'],
  ['BTC', 'LIGHTNING', 'lightning'],
  ['BTC', 'BITCOIN', 'bitcoin'],
])('%s on %s is paid to a destination of this payment only', (currency, network, type) => {
  const [one] = infosOf(currency, { networks: [network] });
  const [other] = infosOf(currency, { networks: [network], id: '01900000-0000-7000-8000-000000000002' });

  expect([one?.case, other?.case]).toEqual([type, type]);
  expect(one?.value).not.toEqual(other?.value);
  const place = one?.value as { address?: string; invoice?: string } | undefined;
  expect(isOrdinary(place?.address ?? place?.invoice ?? '')).toBe(true);
});

test('several networks are alternatives', () => {
  expect(infosOf('BTC', { networks: ['LIGHTNING', 'SPARK'] }).map((info) => info?.case)).toEqual(['lightning', 'sparkWallet']);
});

test('a Taproot address follows BIP 350', () => {
  const key = Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
  expect(taprootAddress(key, { isTest: false })).toBe('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0');
});

test('an invoice is signed by its key, for its amount and time', () => {
  const seed = new Uint8Array(32).fill(3);
  const invoice = lightningInvoice({ amount: 2_500n, at, isTest: true, description: reference, seed });

  const separator = invoice.lastIndexOf('1');
  const words = Array.from(invoice.slice(separator + 1), (letter) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(letter));
  const data = words.slice(0, -6 - 104);
  const signature = toBytes(words.slice(-6 - 104, -6));
  const bits = data.map((word) => word.toString(2).padStart(5, '0')).join('');
  const padded = Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
  const digest = hash('sha256', Buffer.concat([Buffer.from(invoice.slice(0, separator)), padded]), 'buffer');
  const recovered = secp256k1.recoverPublicKey(Uint8Array.from([signature[64] ?? 0, ...signature.subarray(0, 64)]), digest, {
    prehash: false,
  });

  expect(invoice.slice(0, separator)).toBe('lnbcrt25000n');
  expect(data.slice(0, 7).reduce((time, word) => time * 32 + word, 0)).toBe(at.getTime() / 1000);
  expect(Buffer.from(recovered)).toEqual(Buffer.from(secp256k1.getPublicKey(seed, true)));
});

function toBytes(words: readonly number[]): Uint8Array {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('');
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
