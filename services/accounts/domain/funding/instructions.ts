// Payment instructions of an internal account: separate coordinates per account and currency.
import { hash } from 'node:crypto';
import { WalletAsset } from '../../../../gen/payments/accounts/v1/payment_wallets_pb.ts';
import { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';
import type { Environment } from '../../../kit/core/caller.ts';
import { isTokenCode } from '../../../kit/core/currencies.ts';
import { evmAddress, solanaAddress, sparkAddress, tronAddress } from './addresses.ts';
import { clabeOf, ibanOf, pixPayload } from './checked.ts';
import type { Coordinates } from './coordinates.ts';
import { localCoordinates } from './local-coordinates.ts';
import { digitsOf, referenceOf } from './serial.ts';

export interface Fundable {
  /** uuid of the account. */
  readonly id: string;
  readonly currency: string;
  /** Unique among accounts. */
  readonly serial: bigint;
  readonly environment: Environment;
}

/** All entries are alternatives: a deposit to any of them credits the account. Empty if no rail collects the currency. */
export function coordinatesOf(account: Fundable): Coordinates[] {
  const { currency, serial } = account;
  const local = localCoordinates[currency]?.(serial);
  if (local) return [local];
  if (isTokenCode(currency)) return [onSpark(account)];
  return collected[currency]?.(account) ?? [];
}

const { ACH, WIRE, RTP, FEDNOW, SEPA, SEPA_INSTANT, FASTER_PAYMENTS, SPEI, UPI, NEFT, RTGS, BANK_TRANSFER } = PaymentRail;

/** A row per collected currency, in addition to the local ones. */
const collected: Readonly<Record<string, (account: Fundable) => Coordinates[]>> = {
  USD: ({ serial }) => [
    {
      case: 'usdAccount',
      value: {
        accountNumber: digitsOf(serial, 12),
        routingNumber: '091999997',
        bankName: 'Collection Bank',
        bankAddress: '1 Settlement Square, Minneapolis, MN 55401, US',
        paymentRails: [ACH, WIRE, RTP, FEDNOW],
        reference: referenceOf(serial),
      },
    },
  ],
  EUR: ({ serial }) => {
    const iban = ibanOf('DE', `50099999${digitsOf(serial, 10)}`);
    const value = { iban, swiftCode: 'CLLBDEFF', paymentRails: [SEPA, SEPA_INSTANT], reference: referenceOf(serial) };
    return [{ case: 'eurAccount', value }];
  },
  GBP: ({ serial }) => {
    const accountNumber = digitsOf(serial, 8);
    const value = { sortCode: '040999', accountNumber, paymentRails: [FASTER_PAYMENTS], reference: referenceOf(serial) };
    return [{ case: 'gbpAccount', value }];
  },
  MXN: ({ serial }) => {
    const clabeNumber = clabeOf(`646180${digitsOf(serial, 11, 2)}`);
    return [{ case: 'mxnAccount', value: { clabeNumber, paymentRails: [SPEI], reference: referenceOf(serial) } }];
  },
  BRL: ({ id, serial }) => [
    {
      case: 'brlAccount',
      value: {
        qrCode: ordinary((attempt) => pixPayload({ key: id, reference: `${referenceOf(serial).replace('-', '')}${attempt}` })),
      },
    },
  ],
  INR: ({ serial }) => {
    const accountNumber = digitsOf(serial, 14);
    const value = {
      vpa: `collect.${accountNumber}@cllb`,
      accountNumber,
      ifsc: 'CLLB0000300',
      bankName: 'Collection Bank',
      paymentRails: [UPI, NEFT, RTGS],
      reference: referenceOf(serial),
    };
    return [{ case: 'inrAccount', value }];
  },
  NGN: ({ serial }) => {
    const accountNumber = digitsOf(serial, 10);
    const value = { accountNumber, bankName: 'Access Bank', paymentRails: [BANK_TRANSFER], reference: referenceOf(serial) };
    return [{ case: 'ngnAccount', value }];
  },
  BTC: (account) => [onSpark(account)],
  USDB: (account) => [onSpark(account)],
  USDC: ({ id }) => [
    onSolana(id, WalletAsset.USDC),
    { case: 'baseWallet', value: { address: evmAddressOn('BASE', id), assetType: WalletAsset.USDC } },
    { case: 'polygonWallet', value: { address: evmAddressOn('POLYGON', id), assetType: WalletAsset.USDC } },
    { case: 'ethereumWallet', value: { address: evmAddressOn('ETHEREUM', id), assetType: WalletAsset.USDC } },
  ],
  USDT: ({ id }) => [
    {
      case: 'tronWallet',
      value: { address: ordinary((attempt) => tronAddress(seedOf(id, 'TRON', attempt))), assetType: WalletAsset.USDT },
    },
    { case: 'ethereumWallet', value: { address: evmAddressOn('ETHEREUM', id), assetType: WalletAsset.USDT } },
    { case: 'plasmaWallet', value: { address: evmAddressOn('PLASMA', id), assetType: WalletAsset.USDT } },
    onSolana(id, WalletAsset.USDT),
  ],
};

function onSolana(id: string, assetType: WalletAsset): Coordinates {
  return {
    case: 'solanaWallet',
    value: { address: ordinary((attempt) => solanaAddress(seedOf(id, 'SOLANA', attempt))), assetType },
  };
}

function evmAddressOn(network: string, id: string): string {
  return ordinary((attempt) => evmAddress(seedOf(id, network, attempt)));
}

function onSpark({ id, currency, environment }: Fundable): Coordinates {
  const prefix = environment === 'production' ? 'spark' : 'sparkrt';
  const address = ordinary((attempt) => sparkAddress(prefix, seedOf(id, 'SPARK', attempt)));
  return { case: 'sparkWallet', value: { address, assetType: currency } };
}

/** The first one without a sandbox suffix. */
export function ordinary(make: (attempt: number) => string): string {
  for (let attempt = 0; ; attempt++) {
    const made = make(attempt);
    if (isOrdinary(made)) return made;
  }
}

/** Whether an address or number has no sandbox suffix. */
export function isOrdinary(text: string): boolean {
  return !/[012]\d\d$/.test(text);
}

/** 32 bytes per account and network. */
export function seedOf(id: string, network: string, attempt: number): Uint8Array {
  return hash('sha256', `${id} ${network} ${attempt}`, 'buffer');
}
