// External accounts with coordinates that production accepts.
import { bodyOf, business, type Specimen } from './external-account-specimens.ts';
import type { Json } from './external-accounts-world.ts';

/** As `bodyOf`, with real values instead of sandbox ones. */
export function realBodyOf(specimen: Specimen, { fields = {}, beneficiary }: { fields?: Json; beneficiary?: Json }): Json {
  const real = { ...fields };
  for (const [field, value] of Object.entries(realFields[specimen.accountType] ?? {})) {
    if (!(field in fields) || fields[field] === specimen.optional?.[field]) real[field] = value;
  }
  return bodyOf(specimen, { fields: real, ...(beneficiary && { beneficiary }) });
}

const realFields: Readonly<Record<string, Json>> = {
  BRL_ACCOUNT: { taxId: '11144477735' },
  EGP_ACCOUNT: { iban: 'EG380019000500000000263180002' },
  SGD_ACCOUNT: { bankName: 'OCBC Bank' },
  SWIFT_ACCOUNT: { country: 'GB', swiftCode: 'HSBCGB2L', iban: 'GB82WEST12345698765432' },
  SPARK_WALLET: { address: 'spark1pgssy5clucrgzdzs85njxyejylyx0ty05myrc5m7nfzv83dahh93lcehsum28d' },
};

/** Businesses in China have another number. */
export function businessFor({ currency }: Specimen): Json {
  return currency === 'CNY' ? { ...business, registrationNumber: '91110000600037341L' } : business;
}
