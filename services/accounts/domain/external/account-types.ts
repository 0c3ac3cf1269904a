// The table of account types: one row a type, and the only place that knows how they differ.
import { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';
import type { AccountInfo, AccountType, AccountTypeName, FieldOf } from './account-type.ts';
import { payoutCurrencies, sepaZone } from './places.ts';

const { ACH, BANK_TRANSFER, FASTER_PAYMENTS, FEDNOW, NEFT, PIX, RTGS, RTP, SEPA, SEPA_INSTANT, SPEI, SWIFT, UPI, WIRE } =
  PaymentRail;

const table = {
  usdAccount: {
    kind: 'bank',
    currencies: ['USD'],
    countries: ['US'],
    rails: [ACH, WIRE, RTP, FEDNOW],
    primary: ['accountNumber'],
    identity: ['routingNumber', 'accountNumber'],
    nameCheck: 'BY_RECEIVING_BANK',
  },
  eurAccount: {
    kind: 'bank',
    currencies: ['EUR'],
    countries: sepaZone,
    rails: [SEPA, SEPA_INSTANT],
    primary: ['iban'],
    identity: ['iban', 'swiftCode'],
    nameCheck: 'COMPARED',
  },
  gbpAccount: {
    kind: 'bank',
    currencies: ['GBP'],
    countries: ['GB'],
    rails: [FASTER_PAYMENTS],
    primary: ['accountNumber'],
    identity: ['sortCode', 'accountNumber'],
    nameCheck: 'COMPARED',
  },
  mxnAccount: {
    kind: 'bank',
    currencies: ['MXN'],
    countries: ['MX'],
    rails: [SPEI],
    primary: ['clabeNumber'],
    identity: ['clabeNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  brlAccount: {
    kind: 'bank',
    currencies: ['BRL'],
    countries: ['BR'],
    rails: [PIX],
    primary: ['pixKey'],
    identity: ['pixKey'],
    nameCheck: 'COMPARED',
  },
  inrAccount: {
    kind: 'bank',
    currencies: ['INR'],
    countries: ['IN'],
    rails: [UPI, NEFT, RTGS],
    railSets: [
      { rail: UPI, fields: ['vpa'] },
      { rail: NEFT, fields: ['accountNumber', 'ifsc', 'rail'], when: { field: 'rail', is: 'NEFT' } },
      { rail: RTGS, fields: ['accountNumber', 'ifsc', 'rail'], when: { field: 'rail', is: 'RTGS' } },
    ],
    allowed: { rail: ['NEFT', 'RTGS'] },
    primary: ['vpa', 'accountNumber'],
    identity: ['vpa', 'ifsc', 'accountNumber'],
    nameCheck: 'COMPARED',
  },
  ngnAccount: {
    kind: 'bank',
    currencies: ['NGN'],
    countries: ['NG'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['bankName', 'accountNumber'],
    nameCheck: 'COMPARED',
  },
  swiftAccount: {
    kind: 'bank',
    currencies: payoutCurrencies,
    countries: [],
    rails: [SWIFT],
    railSets: [
      { rail: SWIFT, fields: ['accountNumber'] },
      { rail: SWIFT, fields: ['iban'] },
    ],
    primary: ['accountNumber', 'iban'],
    identity: ['country', 'swiftCode', 'accountNumber', 'iban'],
    nameCheck: 'UNSUPPORTED',
  },
  baseWallet: {
    kind: 'wallet',
    currencies: ['USDC'],
    countries: [],
    rails: [],
    primary: ['address'],
    identity: ['address'],
    nameCheck: 'UNSUPPORTED',
  },
  solanaWallet: {
    kind: 'wallet',
    currencies: ['USDC', 'USDT'],
    countries: [],
    rails: [],
    primary: ['address'],
    identity: ['address'],
    isCaseSensitive: true,
    nameCheck: 'UNSUPPORTED',
  },
  sparkWallet: {
    kind: 'wallet',
    currencies: ['BTC', 'USDB'],
    countries: [],
    rails: [],
    primary: ['address'],
    identity: ['address'],
    nameCheck: 'UNSUPPORTED',
  },
} as const satisfies { readonly [Name in AccountTypeName]: AccountType<FieldOf<Name>> };

/** The row of a type. */
export function accountTypeOf(name: AccountTypeName): AccountType {
  return table[name];
}

/** The fields of an account by their names; those that are not set are absent. */
export function fieldsOf(info: AccountInfo): Readonly<Record<string, unknown>> {
  return info.value;
}
