// Bank accounts in Africa.
import { type Specimen, tooLong, wrongBanks, wrongNumbers, wrongPhones } from './specimen.ts';

export const africa: readonly Specimen[] = [
  {
    accountType: 'NGN_ACCOUNT',
    currency: 'NGN',
    fields: { accountNumber: '0123456789', bankName: 'Zenith Bank' },
    primary: 'accountNumber',
    rails: ['BANK_TRANSFER'],
    wrong: { accountNumber: ['012345678', '01234567890', '012345678x'], bankName: ['', tooLong(255)] },
  },
  {
    accountType: 'EGP_ACCOUNT',
    currency: 'EGP',
    fields: { bankName: 'Banque Misr', iban: 'EG380019000500000000263180889' },
    primary: 'iban',
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    optional: { phoneNumber: '+201001234567' },
    wrong: {
      bankName: wrongBanks,
      iban: [
        'EG38001900050000000026318088',
        'EG3800190005000000002631808899',
        'DE89370400440532013000',
        'EG38001900050000000026318088X',
      ],
      phoneNumber: wrongPhones,
    },
  },
  {
    accountType: 'GHS_ACCOUNT',
    currency: 'GHS',
    fields: { bankName: 'GCB Bank', accountNumber: '1011130012345' },
    primary: 'accountNumber',
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    optional: { phoneNumber: '+233241234567' },
    wrong: { bankName: wrongBanks, accountNumber: wrongNumbers, phoneNumber: wrongPhones },
  },
  {
    accountType: 'ZAR_ACCOUNT',
    currency: 'ZAR',
    fields: { accountNumber: '62001234567', bankName: 'Capitec' },
    primary: 'accountNumber',
    rails: ['BANK_TRANSFER'],
    wrong: { accountNumber: ['12345678', '12345678901234', '12345678x'], bankName: wrongBanks },
  },
];
