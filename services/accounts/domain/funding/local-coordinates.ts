// Coordinates of sandbox collection accounts in local currencies: a unique number per account, at one bank per country.
import { BankAccountKind } from '../../../../gen/payments/accounts/v1/bank_account_kind_pb.ts';
import { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';
import { ibanOf } from './checked.ts';
import type { Coordinates } from './coordinates.ts';
import { digitsOf, referenceOf } from './serial.ts';

const { BANK_TRANSFER, FAST, MOBILE_MONEY, PAYNOW, SEPA, SEPA_INSTANT } = PaymentRail;

/** Common fields of all rows: the rails, and the payment reference. */
const byBank = (serial: bigint) => ({ paymentRails: [BANK_TRANSFER], reference: referenceOf(serial) });
const byPhone = (serial: bigint) => ({ paymentRails: [MOBILE_MONEY], reference: referenceOf(serial) });

/** A row per collected local currency, with a unique number. */
export const localCoordinates: Readonly<Record<string, (serial: bigint) => Coordinates>> = {
  AED: (serial) => ({
    case: 'aedAccount',
    value: { iban: ibanOf('AE', `999${digitsOf(serial, 16)}`), swiftCode: 'CLLBAEAD', ...byBank(serial) },
  }),
  ARS: (serial) => ({ case: 'arsAccount', value: { accountNumber: `0000099${digitsOf(serial, 15)}` } }),
  BDT: (serial) => ({
    case: 'bdtAccount',
    value: { bankName: 'BRAC Bank', accountNumber: digitsOf(serial, 13), branchCode: '06026', ...byBank(serial) },
  }),
  BWP: (serial) => ({
    case: 'bwpAccount',
    value: { phoneNumber: `+267${digitsOf(serial, 8)}`, provider: 'ORANGE', ...byPhone(serial) },
  }),
  CAD: (serial) => ({
    case: 'cadAccount',
    value: { bankCode: '999', branchCode: '00001', accountNumber: digitsOf(serial, 10), ...byBank(serial) },
  }),
  CNY: (serial) => ({
    case: 'cnyAccount',
    value: { bankName: 'Bank of China', accountNumber: digitsOf(serial, 16), ...byBank(serial) },
  }),
  COP: (serial) => ({ case: 'copAccount', value: { paymentUrl: `https://collect.example/co/${referenceOf(serial)}` } }),
  DKK: (serial) => {
    const iban = ibanOf('DK', `9999${digitsOf(serial, 10)}`);
    const value = { iban, swiftCode: 'CLLBDKKK', paymentRails: [SEPA, SEPA_INSTANT], reference: referenceOf(serial) };
    return { case: 'dkkAccount', value };
  },
  EGP: (serial) => ({
    case: 'egpAccount',
    value: { bankName: 'Banque Misr', iban: ibanOf('EG', `00020001${digitsOf(serial, 17)}`), ...byBank(serial) },
  }),
  GHS: (serial) => ({
    case: 'ghsAccount',
    value: { bankName: 'GCB Bank', accountNumber: digitsOf(serial, 13), ...byBank(serial) },
  }),
  GTQ: (serial) => ({
    case: 'gtqAccount',
    value: {
      bankName: 'Banrural',
      accountNumber: digitsOf(serial, 12),
      bankAccountType: BankAccountKind.CHECKING,
      ...byBank(serial),
    },
  }),
  HKD: (serial) => ({
    case: 'hkdAccount',
    value: { bankName: 'Hang Seng Bank', accountNumber: digitsOf(serial, 12), swiftCode: 'HASEHKHH', ...byBank(serial) },
  }),
  HTG: (serial) => ({ case: 'htgAccount', value: { phoneNumber: `+509${digitsOf(serial, 8)}`, ...byPhone(serial) } }),
  IDR: (serial) => ({
    case: 'idrAccount',
    value: {
      bankName: 'Bank Mandiri',
      accountNumber: digitsOf(serial, 13),
      swiftCode: 'BMRIIDJA',
      phoneNumber: '+622150000300',
      ...byBank(serial),
    },
  }),
  JMD: (serial) => ({
    case: 'jmdAccount',
    value: {
      bankName: 'Sagicor Bank',
      accountNumber: digitsOf(serial, 10),
      branchCode: '00001',
      bankAccountType: BankAccountKind.CHECKING,
      ...byBank(serial),
    },
  }),
  KES: (serial) => ({
    case: 'kesAccount',
    value: { phoneNumber: `+254${digitsOf(serial, 9)}`, provider: 'M-PESA', ...byPhone(serial) },
  }),
  MWK: (serial) => ({
    case: 'mwkAccount',
    value: { phoneNumber: `+265${digitsOf(serial, 9)}`, provider: 'TNM', ...byPhone(serial) },
  }),
  MYR: (serial) => ({
    case: 'myrAccount',
    value: { bankName: 'Maybank', accountNumber: digitsOf(serial, 12), swiftCode: 'MBBEMYKL', ...byBank(serial) },
  }),
  PHP: (serial) => ({
    case: 'phpAccount',
    value: { bankName: 'BDO Unibank', accountNumber: digitsOf(serial, 12), ...byBank(serial) },
  }),
  PKR: (serial) => ({ case: 'pkrAccount', value: { bankName: 'HBL', accountNumber: digitsOf(serial, 14), ...byBank(serial) } }),
  RWF: (serial) => ({
    case: 'rwfAccount',
    value: { phoneNumber: `+250${digitsOf(serial, 9)}`, provider: 'MTN', ...byPhone(serial) },
  }),
  SGD: (serial) => ({
    case: 'sgdAccount',
    value: {
      bankName: 'DBS Bank Ltd',
      accountNumber: digitsOf(serial, 10),
      swiftCode: 'DBSSSGSG',
      paymentRails: [PAYNOW, FAST, BANK_TRANSFER],
      reference: referenceOf(serial),
    },
  }),
  THB: (serial) => ({
    case: 'thbAccount',
    value: { bankName: 'Kasikornbank', accountNumber: digitsOf(serial, 10), swiftCode: 'KASITHBK', ...byBank(serial) },
  }),
  TZS: (serial) => ({
    case: 'tzsAccount',
    value: { phoneNumber: `+255${digitsOf(serial, 9)}`, provider: 'VODACOM', ...byPhone(serial) },
  }),
  UGX: (serial) => ({
    case: 'ugxAccount',
    value: { phoneNumber: `+256${digitsOf(serial, 9)}`, provider: 'MTN', ...byPhone(serial) },
  }),
  VND: (serial) => ({
    case: 'vndAccount',
    value: { bankName: 'Vietcombank', accountNumber: digitsOf(serial, 13), swiftCode: 'BFTVVNVX', ...byBank(serial) },
  }),
  XAF: (serial) => ({
    case: 'xafAccount',
    value: { phoneNumber: `+237${digitsOf(serial, 9)}`, provider: 'MTN', region: 'CM', ...byPhone(serial) },
  }),
  XOF: (serial) => ({
    case: 'xofAccount',
    value: { phoneNumber: `+221${digitsOf(serial, 9)}`, provider: 'WAVE', region: 'SN', ...byPhone(serial) },
  }),
  ZAR: (serial) => ({
    case: 'zarAccount',
    value: { bankName: 'Capitec', accountNumber: digitsOf(serial, 11), ...byBank(serial) },
  }),
  ZMW: (serial) => ({
    case: 'zmwAccount',
    value: { phoneNumber: `+260${digitsOf(serial, 9)}`, provider: 'ZAMTEL', ...byPhone(serial) },
  }),
};
