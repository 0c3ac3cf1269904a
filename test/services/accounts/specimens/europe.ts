// Bank accounts in Europe and the Middle East.
import { type Specimen, wrongBics, wrongIbans } from './specimen.ts';

export const europe: readonly Specimen[] = [
  {
    accountType: 'EUR_ACCOUNT',
    currency: 'EUR',
    fields: { iban: 'DE89370400440532013000' },
    primary: 'iban',
    rails: ['SEPA', 'SEPA_INSTANT'],
    optional: { swiftCode: 'DEUTDEFF' },
    individualNeeds: ['countryOfResidence'],
    wrong: { iban: wrongIbans, swiftCode: wrongBics },
  },
  {
    accountType: 'GBP_ACCOUNT',
    currency: 'GBP',
    fields: { sortCode: '200000', accountNumber: '55779911' },
    primary: 'accountNumber',
    rails: ['FASTER_PAYMENTS'],
    wrong: { sortCode: ['20-00-00', '20000', '2000000'], accountNumber: ['5577991', '557799111', '5577991x'] },
  },
  {
    accountType: 'DKK_ACCOUNT',
    currency: 'DKK',
    fields: { iban: 'DK5000400440116243' },
    primary: 'iban',
    rails: ['SEPA', 'SEPA_INSTANT'],
    optional: { swiftCode: 'DABADKKK' },
    wrong: {
      iban: ['DE89370400440532013000', 'DK500040044011624', 'DK50004004401162434', 'dk5000400440116243'],
      swiftCode: wrongBics,
    },
  },
  {
    accountType: 'AED_ACCOUNT',
    currency: 'AED',
    fields: { iban: 'AE070331234567890123456' },
    primary: 'iban',
    rails: ['BANK_TRANSFER'],
    optional: { swiftCode: 'EBILAEAD' },
    individualNeeds: ['address'],
    wrong: {
      iban: ['DE89370400440532013000', 'AE07033123456789012345', 'AE0703312345678901234567', 'AE07033123456789012345X'],
      swiftCode: wrongBics,
    },
  },
  {
    accountType: 'ILS_ACCOUNT',
    currency: 'ILS',
    fields: { iban: 'IL620108000000099999999' },
    primary: 'iban',
    rails: ['BANK_TRANSFER'],
    optional: { swiftCode: 'LUMIILIT' },
    individualNeeds: ['address'],
    wrong: {
      iban: ['DE89370400440532013000', 'IL62010800000009999999', 'IL6201080000000999999999', 'il620108000000099999999'],
      swiftCode: wrongBics,
    },
  },
];
