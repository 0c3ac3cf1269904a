// Mobile wallets in Africa.
import { PaymentRail } from '../../../../../gen/payments/common/v1/payment_pb.ts';
import type { AccountTypeRows } from '../account-type.ts';

const { MOBILE_MONEY } = PaymentRail;

export const mobileMoney = {
  bwpAccount: {
    kind: 'bank',
    currencies: ['BWP'],
    countries: ['BW'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['provider', 'phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  kesAccount: {
    kind: 'bank',
    currencies: ['KES'],
    countries: ['KE'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['provider', 'phoneNumber'],
    nameCheck: 'COMPARED',
  },
  mwkAccount: {
    kind: 'bank',
    currencies: ['MWK'],
    countries: ['MW'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['provider', 'phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  rwfAccount: {
    kind: 'bank',
    currencies: ['RWF'],
    countries: ['RW'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['provider', 'phoneNumber'],
    nameCheck: 'COMPARED',
  },
  tzsAccount: {
    kind: 'bank',
    currencies: ['TZS'],
    countries: ['TZ'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['provider', 'phoneNumber'],
    nameCheck: 'COMPARED',
  },
  ugxAccount: {
    kind: 'bank',
    currencies: ['UGX'],
    countries: ['UG'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['provider', 'phoneNumber'],
    nameCheck: 'COMPARED',
  },
  xafAccount: {
    kind: 'bank',
    currencies: ['XAF'],
    countries: ['CM', 'CG'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['region', 'provider', 'phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  xofAccount: {
    kind: 'bank',
    currencies: ['XOF'],
    countries: ['BJ', 'CI', 'SN', 'TG'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['region', 'provider', 'phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  zmwAccount: {
    kind: 'bank',
    currencies: ['ZMW'],
    countries: ['ZM'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['provider', 'phoneNumber'],
    nameCheck: 'COMPARED',
  },
} as const satisfies AccountTypeRows;
