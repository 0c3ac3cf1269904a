// One account of every type, and every way in which its fields can be wrong.
import type { Json } from './external-accounts-world.ts';

export interface Specimen {
  readonly accountType: string;
  readonly currency: string;
  /** Fields beside type and beneficiary. Its primary identifier ends in no magic suffix. */
  readonly fields: Json;
  /** The field that suffixes are read from. */
  readonly primary: string;
  readonly rails?: readonly string[];
  /** Everything optional, filled in. */
  readonly optional?: Json;
  /** Values that break the rules of one field each. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

const tooLong = (length: number) => 'x'.repeat(length + 1);
const wrongIbans = [
  'de89370400440532013000',
  'DE8937040044',
  'DE89370400440532013000123456789012345',
  'DE89 3704 0044 0532 0130 00',
  5,
];
const wrongBics = ['DEUTDEF', 'DEUTDEFFXX', 'deutdeff', 'DEUTDEFFXXXX'];

export const banks: readonly Specimen[] = [
  {
    accountType: 'USD_ACCOUNT',
    currency: 'USD',
    fields: { accountNumber: '000123456789', routingNumber: '121000358' },
    primary: 'accountNumber',
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    optional: {
      bankName: 'First Bank',
      bankAccountType: 'SAVINGS',
      intermediaryBankName: 'Second Bank',
      intermediaryRoutingNumber: '021000021',
      fiToFiInformation: 'Attn. desk 4',
    },
    wrong: {
      accountNumber: ['', tooLong(34), 12345],
      routingNumber: ['12100035', '1210003589', '12100035x', '121-00035'],
      bankName: ['', tooLong(140)],
      bankAccountType: ['savings', 'UNSPECIFIED', '', 1],
      intermediaryBankName: ['', tooLong(140)],
      intermediaryRoutingNumber: ['', '12345678'],
      fiToFiInformation: [tooLong(210)],
    },
  },
  {
    accountType: 'EUR_ACCOUNT',
    currency: 'EUR',
    fields: { iban: 'DE89370400440532013000' },
    primary: 'iban',
    rails: ['SEPA', 'SEPA_INSTANT'],
    optional: { swiftCode: 'DEUTDEFF' },
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
    accountType: 'MXN_ACCOUNT',
    currency: 'MXN',
    fields: { clabeNumber: '032180000118359719' },
    primary: 'clabeNumber',
    rails: ['SPEI'],
    wrong: { clabeNumber: ['03218000011835971', '0321800001183597199', '03218000011835971x'] },
  },
  {
    accountType: 'BRL_ACCOUNT',
    currency: 'BRL',
    fields: { pixKey: 'maria@example.com', pixKeyType: 'EMAIL', taxId: '12345678909' },
    primary: 'pixKey',
    rails: ['PIX'],
    wrong: {
      pixKey: ['', tooLong(77)],
      pixKeyType: ['email', 'MAIL', ''],
      taxId: ['1234567890', '123456789012345', '123.456.789-09'],
    },
  },
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
    accountType: 'NGN_ACCOUNT',
    currency: 'NGN',
    fields: { accountNumber: '0123456789', bankName: 'Zenith Bank' },
    primary: 'accountNumber',
    rails: ['BANK_TRANSFER'],
    wrong: { accountNumber: ['012345678', '01234567890', '012345678x'], bankName: ['', tooLong(255)] },
  },
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

const wrongVasps = ['', 'coinbase', 'My own exchange', tooLong(255)];

export const wallets: readonly Specimen[] = [
  {
    accountType: 'BASE_WALLET',
    currency: 'USDC',
    fields: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' },
    primary: 'address',
    optional: { vaspName: 'Coinbase' },
    wrong: {
      address: [
        '',
        'invalid_address',
        '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9',
        '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9Bb',
        '0XAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
      ],
      vaspName: wrongVasps,
    },
  },
  {
    accountType: 'SOLANA_WALLET',
    currency: 'USDC',
    fields: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
    primary: 'address',
    optional: { vaspName: 'Kraken' },
    wrong: {
      address: [
        '',
        'invalid_address',
        '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAs',
        '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4TT',
        '0Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
        '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB-02',
      ],
      vaspName: wrongVasps,
    },
  },
  {
    accountType: 'SPARK_WALLET',
    currency: 'BTC',
    fields: { address: 'sparkrt1pgssyvffdmqfap9wm9scyfqmtfrgwvsvyz3ktxp3rxzl0hfwrjd6ygvuaqs9zf' },
    primary: 'address',
    optional: { vaspName: 'Crypto.com' },
    wrong: {
      address: [
        '',
        'invalid_address',
        'spark1abc',
        'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        'spark1PGSSYV',
        `spark1${tooLong(1018)}`,
      ],
      vaspName: wrongVasps,
    },
  },
];

export const specimens: readonly Specimen[] = [...banks, ...wallets];

const address = {
  line1: '1 High Street',
  line2: 'Flat 2',
  city: 'Leeds',
  state: 'West Yorkshire',
  postalCode: 'LS1 1AA',
  country: 'GB',
};

export const business: Json = {
  beneficiaryType: 'BUSINESS',
  legalName: 'Neem Textiles LLP',
  registrationNumber: 'AAB-1234',
  taxId: '27AAPFU0939F1ZV',
  email: 'pay@neem.example',
  phoneNumber: '+912212345678',
  countryOfResidence: 'IN',
  address,
};

const person: Json = {
  beneficiaryType: 'INDIVIDUAL',
  fullName: 'Ana Lucía Núñez',
  birthDate: '1990-02-28',
  nationality: 'MX',
  email: 'ana@example.com',
  phoneNumber: '+525512345678',
  countryOfResidence: 'MX',
  address,
};

const walletPerson: Json = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ana Lucía Núñez', countryOfResidence: 'MX' };

export const isWallet = (specimen: Specimen) => wallets.includes(specimen);

/** The fullest individual that the type takes. */
export const individualFor = (specimen: Specimen): Json => (isWallet(specimen) ? walletPerson : person);

/** What a beneficiary must have, by kind. */
export function requiredOf(specimen: Specimen, kind: 'INDIVIDUAL' | 'BUSINESS'): string[] {
  if (kind === 'BUSINESS') return ['legalName'];
  const livesSomewhere = isWallet(specimen) || specimen.accountType === 'EUR_ACCOUNT';
  return livesSomewhere ? ['fullName', 'countryOfResidence'] : ['fullName'];
}

/** Values that break the rules of one field of a beneficiary each. */
export const wrongPerson: Readonly<Record<string, readonly unknown[]>> = {
  fullName: ['', '   ', tooLong(140)],
  birthDate: ['1990-2-28', '28.02.1990', '1990-02-30', '2199-01-01'],
  nationality: ['mx', 'MEX', 'XX'],
  email: ['ana', 'ana@', 'a@b@c', `${tooLong(250)}@example.com`],
  phoneNumber: ['5512345678', '+12345', '+123456789012345'],
  countryOfResidence: ['mx', 'MEX', 'XX'],
};

export const wrongBusiness: Readonly<Record<string, readonly unknown[]>> = {
  legalName: ['', ' ', tooLong(140)],
  registrationNumber: [tooLong(255)],
  taxId: [tooLong(64)],
  email: ['pay'],
  phoneNumber: ['0221234'],
  countryOfResidence: ['in'],
};

export const wrongAddress: Readonly<Record<string, readonly unknown[]>> = {
  line1: ['', tooLong(140)],
  line2: [tooLong(140)],
  city: [tooLong(80)],
  state: [tooLong(80)],
  postalCode: ['', tooLong(16)],
  country: ['gb', 'GBR', 'XX'],
};

/** The body of a create. */
export function bodyOf(specimen: Specimen, more: { fields?: Json; beneficiary?: Json; top?: Json } = {}): Json {
  const { accountType, currency, fields } = specimen;
  const beneficiary = more.beneficiary ?? (isWallet(specimen) ? undefined : person);
  return { currency, ...more.top, accountInfo: { accountType, ...fields, ...(beneficiary && { beneficiary }), ...more.fields } };
}

/** The specimen of a type. */
export function specimenOf(accountType: string): Specimen {
  const found = specimens.find((specimen) => specimen.accountType === accountType);
  if (!found) throw new Error(`There is no specimen of ${accountType}.`);
  return found;
}
