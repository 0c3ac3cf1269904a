// Mobile wallets: providers, and formats of phone numbers.
import type { AccountInfo, AccountTypeName } from '../account-type.ts';

/** A phone number in the account's country; if several share a currency, in its region. */
export function walletPhoneProblem(phone: string, info: AccountInfo): string | undefined {
  const shape = 'region' in info.value ? regions[info.value.region] : phones[info.case];
  return !shape || shape.test(phone) ? undefined : 'is not a telephone number of this country';
}

/** Names are compared by letters only; `M-PESA`, `Airtel Money` and `MTN Mobile Money` are examples. */
export function providerProblem(provider: string, info: AccountInfo): string | undefined {
  const known = providers[info.case];
  const name = provider
    .toUpperCase()
    .replaceAll(/[ -]/g, '')
    .replace(/(MOBILE)?MONEY$/, '');
  return !known || known.includes(name) ? undefined : `is not one of ${known.join(', ')}`;
}

const providers: Readonly<Partial<Record<AccountTypeName, readonly string[]>>> = {
  kesAccount: ['MPESA'],
  tzsAccount: ['AIRTEL', 'VODACOM'],
  zmwAccount: ['MTN', 'AIRTEL', 'ZAMTEL', 'TNM'],
  rwfAccount: ['MTN', 'AIRTEL'],
  mwkAccount: ['AIRTEL', 'TNM'],
  ugxAccount: ['MTN', 'AIRTEL'],
  bwpAccount: ['ORANGE', 'MASCOM', 'BTC'],
  xofAccount: ['ORANGE', 'MTN', 'MOOV', 'WAVE', 'FREE', 'TOGOCOM'],
  xafAccount: ['MTN', 'ORANGE', 'AIRTEL'],
};

const phones: Readonly<Partial<Record<AccountTypeName, RegExp>>> = {
  kesAccount: /^\+254\d{9}$/,
  tzsAccount: /^\+255\d{9}$/,
  zmwAccount: /^\+260\d{9}$/,
  rwfAccount: /^\+250\d{9}$/,
  mwkAccount: /^\+265\d{9}$/,
  ugxAccount: /^\+256\d{9}$/,
  bwpAccount: /^\+267\d{7,8}$/,
  htgAccount: /^\+509\d{8}$/,
  bdtAccount: /^\+880\d{10}$/,
  cnyAccount: /^\+86\d{11}$/,
  copAccount: /^\+57\d{10}$/,
  egpAccount: /^\+20\d{10}$/,
  ghsAccount: /^\+233\d{9}$/,
  pkrAccount: /^\+92\d{10}$/,
  slvAccount: /^\+503\d{8}$/,
};

/** For the francs that several countries share. */
const regions: Readonly<Record<string, RegExp>> = {
  SN: /^\+221\d{9}$/,
  CI: /^\+225\d{10}$/,
  BJ: /^\+229\d{8,10}$/,
  TG: /^\+228\d{8}$/,
  CM: /^\+237\d{9}$/,
  CG: /^\+242\d{9}$/,
};
