// Bank accounts and mobile wallets in South Asia.
import { type Specimen, tooLong, wrongBanks, wrongBics, wrongBranches, wrongNumbers, wrongPhones } from './specimen.ts';

export const southAsia: readonly Specimen[] = [
  {
    accountType: 'INR_ACCOUNT',
    currency: 'INR',
    fields: { vpa: 'asha.rao@okbank' },
    primary: 'vpa',
    rails: ['UPI'],
    optional: { bankName: 'Kotak' },
    wrong: {
      vpa: ['asha', 'a@', '@b', 'asha rao@okbank', `${tooLong(255)}@upi`],
      accountNumber: ['12345678', '1234567890123456789', '12345678x'],
      ifsc: ['KKBK1004217', 'kkbk0004217', 'KKBK000421'],
      rail: ['UPI', 'neft', '', tooLong(32)],
      bankName: ['', tooLong(255)],
    },
  },
  {
    accountType: 'BDT_ACCOUNT',
    currency: 'BDT',
    fields: { bankName: 'BRAC Bank', accountNumber: '1501202345678' },
    primary: 'accountNumber',
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    optional: { branchCode: '06026', swiftCode: 'BRAKBDDH', phoneNumber: '+8801712345678' },
    wrong: {
      bankName: wrongBanks,
      accountNumber: wrongNumbers,
      branchCode: wrongBranches,
      swiftCode: wrongBics,
      phoneNumber: wrongPhones,
    },
  },
  {
    accountType: 'PKR_ACCOUNT',
    currency: 'PKR',
    fields: { bankName: 'HBL', accountNumber: '12345678909876' },
    primary: 'accountNumber',
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    optional: { iban: 'PK36SCBL0000001123456702', phoneNumber: '+923001234567' },
    wrong: {
      bankName: wrongBanks,
      accountNumber: wrongNumbers,
      iban: ['PK36SCBL000000112345670', 'PK36SCBL00000011234567022', 'PK36scbl0000001123456702', 'DE89370400440532013000'],
      phoneNumber: wrongPhones,
    },
  },
];
