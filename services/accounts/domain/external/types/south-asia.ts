// Bank accounts and mobile wallets in South Asia.
import { PaymentRail } from '../../../../../gen/payments/common/v1/payment_pb.ts';
import type { AccountTypeRows } from '../account-type.ts';

const { BANK_TRANSFER, MOBILE_MONEY, NEFT, RTGS, UPI } = PaymentRail;

export const southAsia = {
  inrAccount: {
    kind: 'bank',
    currencies: ['INR'],
    countries: ['IN'],
    rails: [UPI, NEFT, RTGS],
    railSets: [
      { rail: UPI, fields: ['vpa'] },
      { rail: NEFT, fields: ['accountNumber', 'ifsc', 'rail'], when: { field: 'rail', isOneOf: ['NEFT'] } },
      { rail: RTGS, fields: ['accountNumber', 'ifsc', 'rail'], when: { field: 'rail', isOneOf: ['RTGS'] } },
    ],
    allowed: { rail: ['NEFT', 'RTGS'] },
    primary: ['vpa', 'accountNumber'],
    identity: ['vpa', 'ifsc', 'accountNumber'],
    nameCheck: 'COMPARED',
  },
  bdtAccount: {
    kind: 'bank',
    currencies: ['BDT'],
    countries: ['BD'],
    rails: [BANK_TRANSFER, MOBILE_MONEY],
    railSets: [
      { rail: BANK_TRANSFER, fields: ['accountNumber'] },
      { rail: MOBILE_MONEY, fields: ['phoneNumber'] },
    ],
    primary: ['accountNumber', 'phoneNumber'],
    identity: ['branchCode', 'swiftCode', 'accountNumber', 'phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  pkrAccount: {
    kind: 'bank',
    currencies: ['PKR'],
    countries: ['PK'],
    rails: [BANK_TRANSFER, MOBILE_MONEY],
    railSets: [
      { rail: BANK_TRANSFER, fields: ['accountNumber'] },
      { rail: BANK_TRANSFER, fields: ['iban'] },
      { rail: MOBILE_MONEY, fields: ['phoneNumber'] },
    ],
    primary: ['accountNumber', 'iban', 'phoneNumber'],
    identity: ['accountNumber', 'iban', 'phoneNumber'],
    nameCheck: 'COMPARED',
  },
} as const satisfies AccountTypeRows;
