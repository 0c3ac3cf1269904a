// Bank accounts and mobile wallets in East and South-East Asia.
import { PaymentRail } from '../../../../../gen/payments/common/v1/payment_pb.ts';
import type { AccountTypeRows } from '../account-type.ts';

const { BANK_TRANSFER, FAST, MOBILE_MONEY, PAYNOW } = PaymentRail;

export const eastAsia = {
  cnyAccount: {
    kind: 'bank',
    currencies: ['CNY'],
    countries: ['CN'],
    rails: [BANK_TRANSFER, MOBILE_MONEY],
    railSets: [
      { rail: BANK_TRANSFER, fields: ['accountNumber'], holder: 'BUSINESS' },
      {
        rail: MOBILE_MONEY,
        fields: ['phoneNumber'],
        when: { field: 'bankName', isOneOf: ['AliPay', 'WechatPay'] },
        holder: 'INDIVIDUAL',
      },
    ],
    primary: ['accountNumber', 'phoneNumber'],
    identity: ['bankName', 'accountNumber', 'phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  hkdAccount: {
    kind: 'bank',
    currencies: ['HKD'],
    countries: ['HK'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['swiftCode', 'accountNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  idrAccount: {
    kind: 'bank',
    currencies: ['IDR'],
    countries: ['ID'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['swiftCode', 'accountNumber', 'phoneNumber'],
    nameCheck: 'COMPARED',
  },
  myrAccount: {
    kind: 'bank',
    currencies: ['MYR'],
    countries: ['MY'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['swiftCode', 'accountNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  phpAccount: {
    kind: 'bank',
    currencies: ['PHP'],
    countries: ['PH'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['bankName', 'accountNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  sgdAccount: {
    kind: 'bank',
    currencies: ['SGD'],
    countries: ['SG'],
    rails: [PAYNOW, FAST, BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['swiftCode', 'accountNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  thbAccount: {
    kind: 'bank',
    currencies: ['THB'],
    countries: ['TH'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['swiftCode', 'accountNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  vndAccount: {
    kind: 'bank',
    currencies: ['VND'],
    countries: ['VN'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['swiftCode', 'accountNumber'],
    nameCheck: 'COMPARED',
  },
} as const satisfies AccountTypeRows;
