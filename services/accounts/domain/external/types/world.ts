// Bank accounts anywhere.
import { PaymentRail } from '../../../../../gen/payments/common/v1/payment_pb.ts';
import type { AccountTypeRows } from '../account-type.ts';
import { payoutCurrencies } from '../places.ts';

const { SWIFT } = PaymentRail;

export const world = {
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
} as const satisfies AccountTypeRows;
