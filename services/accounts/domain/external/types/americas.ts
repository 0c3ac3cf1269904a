// Bank accounts and mobile wallets in the Americas.
import { PaymentRail } from '../../../../../gen/payments/common/v1/payment_pb.ts';
import type { AccountTypeRows } from '../account-type.ts';

const { ACH, BANK_TRANSFER, FEDNOW, MOBILE_MONEY, PIX, RTP, SPEI, WIRE } = PaymentRail;

export const americas = {
  usdAccount: {
    kind: 'bank',
    currencies: ['USD'],
    countries: ['US'],
    rails: [ACH, WIRE, RTP, FEDNOW],
    primary: ['accountNumber'],
    identity: ['routingNumber', 'accountNumber'],
    nameCheck: 'BY_RECEIVING_BANK',
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
  cadAccount: {
    kind: 'bank',
    currencies: ['CAD'],
    countries: ['CA'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['bankCode', 'branchCode', 'accountNumber'],
    nameCheck: 'BY_RECEIVING_BANK',
  },
  copAccount: {
    kind: 'bank',
    currencies: ['COP'],
    countries: ['CO'],
    rails: [BANK_TRANSFER, MOBILE_MONEY],
    railSets: [
      { rail: BANK_TRANSFER, fields: ['accountNumber', 'bankAccountType'] },
      { rail: MOBILE_MONEY, fields: ['phoneNumber'] },
    ],
    primary: ['accountNumber', 'phoneNumber'],
    identity: ['bankName', 'accountNumber', 'phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  gtqAccount: {
    kind: 'bank',
    currencies: ['GTQ'],
    countries: ['GT'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['bankName', 'accountNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  htgAccount: {
    kind: 'bank',
    currencies: ['HTG'],
    countries: ['HT'],
    rails: [MOBILE_MONEY],
    primary: ['phoneNumber'],
    identity: ['phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  jmdAccount: {
    kind: 'bank',
    currencies: ['JMD'],
    countries: ['JM'],
    rails: [BANK_TRANSFER],
    primary: ['accountNumber'],
    identity: ['bankName', 'branchCode', 'accountNumber'],
    nameCheck: 'UNSUPPORTED',
  },
  slvAccount: {
    kind: 'bank',
    currencies: ['USD'],
    countries: ['SV'],
    rails: [BANK_TRANSFER, MOBILE_MONEY],
    railSets: [
      { rail: BANK_TRANSFER, fields: ['accountNumber', 'bankAccountType'] },
      { rail: MOBILE_MONEY, fields: ['phoneNumber'] },
    ],
    primary: ['accountNumber', 'phoneNumber'],
    identity: ['bankName', 'accountNumber', 'phoneNumber'],
    nameCheck: 'UNSUPPORTED',
  },
} as const satisfies AccountTypeRows;
