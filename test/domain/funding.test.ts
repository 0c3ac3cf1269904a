// Funding coordinates: valid check digits, different for every account, never a magic value.
import { bech32m } from '@scure/base';
import { isValidIBAN } from 'ibantools';
import { expect, test } from 'vitest';
import { PaymentInstructionsSchema } from '../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import { toInstructions } from '../../services/accounts/convert.ts';
import { clabeProblem, routingProblem } from '../../services/accounts/domain/external/strict/bank-numbers.ts';
import { sparkAddress, tronAddress } from '../../services/accounts/domain/funding/addresses.ts';
import { pixPayload } from '../../services/accounts/domain/funding/checked.ts';
import { coordinatesOf } from '../../services/accounts/domain/funding/instructions.ts';
import { digitsOf, referenceOf } from '../../services/accounts/domain/funding/serial.ts';
import { currencies } from '../../services/kit/core/currencies.ts';
import { uuidv7 } from '../../services/kit/core/ids.ts';
import { violationsOf } from '../../services/kit/messages/validate.ts';

/** No rail collects shekels: there are no payment instructions for them. */
const collected = currencies.map(({ code }) => code).filter((code) => code !== 'ILS');
const serials = Array.from({ length: 3000 }, (_, at) => BigInt(at + 1));
const idOf = (serial: bigint) => uuidv7(Number(serial), new Uint8Array(10).fill(Number(serial % 251n)));

function infosOf(currency: string, serial = 7n) {
  return coordinatesOf({ id: idOf(serial), currency, serial, environment: 'sandbox' });
}

test('every collected currency has coordinates, others none', () => {
  const typesOf = (currency: string) => infosOf(currency).map((info) => info.case);

  expect(collected.filter((currency) => typesOf(currency).length === 0)).toEqual([]);
  for (const { code, kind } of currencies.filter(({ code }) => code !== 'ILS')) {
    if (kind === 'fiat') expect(typesOf(code)).toEqual([`${code.toLowerCase()}Account`]);
  }
  expect(['BTC', 'USDB', 'USDC', 'USDT'].map(typesOf)).toEqual([
    ['sparkWallet'],
    ['sparkWallet'],
    ['solanaWallet', 'baseWallet', 'polygonWallet', 'ethereumWallet'],
    ['tronWallet', 'ethereumWallet', 'plasmaWallet', 'solanaWallet'],
  ]);
  expect(infosOf('ILS')).toEqual([]);
});

test('coordinates satisfy the rules of their proto', () => {
  for (const currency of collected) {
    for (const instructions of toInstructions(infosOf(currency), { isPlatformAccount: false }))
      expect(violationsOf(PaymentInstructionsSchema, instructions), currency).toEqual([]);
  }
});

test('a Tron address encodes its bytes', () => {
  expect(tronAddress(Buffer.from('a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'hex'))).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
});

test('no two accounts share coordinates or a reference', () => {
  for (const currency of collected) {
    const texts = serials.slice(0, 150).map((serial) => JSON.stringify(infosOf(currency, serial)));
    expect(new Set(texts).size, currency).toBe(texts.length);
  }
  expect(new Set(serials.map(referenceOf)).size).toBe(serials.length);
});

test('references have their format', () => {
  for (const serial of serials) expect(referenceOf(serial)).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{6}$/);
});

test('check digits are valid', () => {
  for (const serial of serials.slice(0, 200)) {
    const [usd] = infosOf('USD', serial);
    const [eur] = infosOf('EUR', serial);
    const [mxn] = infosOf('MXN', serial);

    expect(usd?.case === 'usdAccount' && routingProblem(usd.value.routingNumber)).toBeUndefined();
    expect(eur?.case === 'eurAccount' && isValidIBAN(eur.value.iban)).toBe(true);
    expect(mxn?.case === 'mxnAccount' && clabeProblem(mxn.value.clabeNumber)).toBeUndefined();
  }
});

test('nothing that identifies an account ends in a magic suffix', () => {
  for (const serial of serials.slice(0, 150)) {
    for (const currency of collected) {
      for (const info of infosOf(currency, serial)) {
        const value: Readonly<Record<string, unknown>> = info.value;
        const identifiers = ['accountNumber', 'iban', 'phoneNumber', 'clabeNumber', 'qrCode', 'vpa', 'address'].map(
          (key) => value[key],
        );
        for (const identifier of identifiers.filter((one) => typeof one === 'string')) {
          expect(identifier.split('@')[0]).not.toMatch(/[012]\d\d$/);
        }
      }
    }
  }
});

test('the number of digits is as requested, and they differ', () => {
  const numbers = serials.map((serial) => digitsOf(serial, 8));

  expect(numbers.every((digits) => /^\d{5}[3-9]\d\d$/.test(digits))).toBe(true);
  expect(new Set(numbers).size).toBe(serials.length);
});

test('a Spark address contains its compressed key', () => {
  const one = new Uint8Array(32);
  one[31] = 1; // the private key whose public key is the generator of the curve
  const generator = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');

  expect(sparkAddress('spark', one)).toBe(
    bech32m.encodeFromBytes('spark', Buffer.concat([Buffer.from([0x0a, 0x21]), generator])),
  );
  expect(sparkAddress('spark', one)).toHaveLength(68);
  expect(sparkAddress('sparkrt', one)).toHaveLength(70);
});

test('a PIX payload ends with its checksum', () => {
  const payload = pixPayload({ key: '123e4567-e12b-12d1-a456-426655440000', reference: 'ABCDEFGHIJ0' });

  expect(payload).toMatch(/^00020126580014br\.gov\.bcb\.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986/);
  expect(payload).toMatch(/62150511ABCDEFGHIJ06304[0-9A-F]{4}$/);
});
