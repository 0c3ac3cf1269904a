// The payout rails of each currency, which are the entries of the list of exchange rates.
import { currencies } from '../../../kit/core/currencies.ts';

const rails: Readonly<Record<string, readonly string[]>> = {
  BDT: ['BANK_TRANSFER', 'MOBILE_MONEY'],
  BRL: ['PIX'],
  BWP: ['MOBILE_MONEY'],
  CNY: ['BANK_TRANSFER', 'MOBILE_MONEY'],
  COP: ['BANK_TRANSFER', 'MOBILE_MONEY'],
  DKK: ['SEPA', 'SEPA_INSTANT'],
  EGP: ['BANK_TRANSFER', 'MOBILE_MONEY'],
  EUR: ['SEPA', 'SEPA_INSTANT'],
  GBP: ['FASTER_PAYMENTS'],
  GHS: ['BANK_TRANSFER', 'MOBILE_MONEY'],
  HTG: ['MOBILE_MONEY'],
  INR: ['NEFT', 'RTGS', 'UPI'],
  KES: ['MOBILE_MONEY'],
  MWK: ['MOBILE_MONEY'],
  MXN: ['SPEI'],
  PKR: ['BANK_TRANSFER', 'MOBILE_MONEY'],
  RWF: ['MOBILE_MONEY'],
  SGD: ['BANK_TRANSFER', 'FAST', 'PAYNOW'],
  TZS: ['MOBILE_MONEY'],
  UGX: ['MOBILE_MONEY'],
  USD: ['ACH', 'FEDNOW', 'RTP', 'WIRE'],
  XAF: ['MOBILE_MONEY'],
  XOF: ['MOBILE_MONEY'],
  ZMW: ['MOBILE_MONEY'],
};

/** Currencies with collections but no payouts. */
const payInOnly = new Set(['ARS']);

/** The payout rails of a currency, in alphabetical order. Crypto assets have none. */
export function payoutRails(currency: string): readonly string[] {
  return rails[currency] ?? (bankCurrencies.has(currency) ? ['BANK_TRANSFER'] : []);
}

const bankCurrencies = new Set(
  currencies.filter(({ kind, code }) => kind === 'fiat' && !payInOnly.has(code)).map(({ code }) => code),
);
