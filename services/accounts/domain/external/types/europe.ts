// Bank accounts in Europe and the Middle East.
import { PaymentRail } from '../../../../../gen/payments/common/v1/payment_pb.ts';
import type { AccountTypeRows } from '../account-type.ts';
import { sepaZone } from '../places.ts';

const { BANK_TRANSFER, FASTER_PAYMENTS, SEPA, SEPA_INSTANT } = PaymentRail;

export const europe = {
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
  dkkAccount: {
    kind: 'bank',
    currencies: ['DKK'],
    countries: ['DK'],
    rails: [SEPA, SEPA_INSTANT],
    primary: ['iban'],
    identity: ['iban', 'swiftCode'],
    nameCheck: 'COMPARED',
  },
  aedAccount: {
    kind: 'bank',
    currencies: ['AED'],
    countries: ['AE'],
    rails: [BANK_TRANSFER],
    primary: ['iban'],
    identity: ['iban', 'swiftCode'],
    nameCheck: 'UNSUPPORTED',
  },
  ilsAccount: {
    kind: 'bank',
    currencies: ['ILS'],
    countries: ['IL'],
    rails: [BANK_TRANSFER],
    primary: ['iban'],
    identity: ['iban', 'swiftCode'],
    nameCheck: 'UNSUPPORTED',
  },
} as const satisfies AccountTypeRows;
