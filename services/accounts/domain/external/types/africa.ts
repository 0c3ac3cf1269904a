// Bank accounts in Africa.
import { PaymentRail } from '../../../../../gen/payments/common/v1/payment_pb.ts';
import type { AccountTypeRows } from '../account-type.ts';

const { BANK_TRANSFER, MOBILE_MONEY } = PaymentRail;

export const africa = {
  ngnAccount: {
    kind: 'bank',
    currencies: ['NGN'],
    countries: ['NG'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['bankName', 'accountNumber'],
    nameCheck: 'COMPARED',
  },
  egpAccount: {
    kind: 'bank',
    currencies: ['EGP'],
    countries: ['EG'],
    rails: [BANK_TRANSFER, MOBILE_MONEY],
    railSets: [
      { rail: BANK_TRANSFER, fields: ['iban'] },
      { rail: MOBILE_MONEY, fields: ['phoneNumber'] },
    ],
    primary: ['iban', 'phoneNumber'],
    identity: ['iban', 'phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  ghsAccount: {
    kind: 'bank',
    currencies: ['GHS'],
    countries: ['GH'],
    rails: [BANK_TRANSFER, MOBILE_MONEY],
    railSets: [
      { rail: BANK_TRANSFER, fields: ['accountNumber'] },
      { rail: MOBILE_MONEY, fields: ['phoneNumber'] },
    ],
    primary: ['accountNumber', 'phoneNumber'],
    identity: ['bankName', 'accountNumber', 'phoneNumber'],
    nameCheck: 'COMPARED',
  },
  zarAccount: {
    kind: 'bank',
    currencies: ['ZAR'],
    countries: ['ZA'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['bankName', 'accountNumber'],
    nameCheck: 'UNSUPPORTED',
  },
} as const satisfies AccountTypeRows;
