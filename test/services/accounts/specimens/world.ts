// Bank accounts anywhere.
import { type Specimen, tooLong, wrongBics, wrongIbans } from './specimen.ts';

export const world: readonly Specimen[] = [
  {
    accountType: 'SWIFT_ACCOUNT',
    currency: 'HKD',
    fields: { country: 'HK', swiftCode: 'HSBCHKHH', bankName: 'HSBC Hong Kong', accountNumber: '808-123456-838' },
    primary: 'accountNumber',
    rails: ['SWIFT'],
    optional: { iban: 'GB82WEST12345698765432' },
    wrong: {
      country: ['hk', 'HKG', 'H1', 'XX'],
      swiftCode: wrongBics,
      bankName: ['', tooLong(255)],
      accountNumber: ['', tooLong(34)],
      iban: wrongIbans,
    },
  },
];
