// The deeper checks of production, over REST: every type passes with real coordinates, and each mistake is reported on its own.
import { describe, expect, test } from 'vitest';
import { heldByBusiness, individualFor, isWallet, specimenOf, specimens } from './external-account-specimens.ts';
import { type Json, startAccountsWorld } from './external-accounts-world.ts';
import { businessFor, realBodyOf } from './real-accounts.ts';

const world = await startAccountsWorld('production');
const platform = await world.newPlatform();

const path = '/customers/external-accounts';

describe.each(specimens.map((specimen) => [specimen.accountType, specimen] as const))('%s', (_, specimen) => {
  test.each([
    { who: 'an individual', held: specimen, beneficiary: individualFor(specimen) },
    { who: 'a business', held: heldByBusiness(specimen), beneficiary: businessFor(specimen) },
  ])('of $who is accepted, with every field', async ({ held, beneficiary }) => {
    const own = await world.newPlatform();

    const { status } = await own.rest('POST', path, { body: realBodyOf(held, { beneficiary, fields: held.optional ?? {} }) });

    expect(status).toBe(201);
  });
});

test('Lightning is accepted in each of its forms', async () => {
  const forms = [{ bolt12: 'lno1pqps7sjqpgt' }, { lightningAddress: 'ada@wallet.example' }];

  for (const form of forms) {
    const { status } = await create({ currency: 'BTC', accountInfo: { accountType: 'LIGHTNING', ...form } });
    expect(status).toBe(201);
  }
});

/** Impossible coordinates. For banks they are an invalid bank account; for wallets, an invalid input. */
const wrong: Readonly<Record<string, readonly (readonly [field: string, fields: Json, message: string])[]>> = {
  EUR_ACCOUNT: [
    ['iban', { iban: 'DE88370400440532013000' }, 'is not an IBAN: check its digits'],
    ['iban', { iban: 'DE8937040044053201300' }, 'is not an IBAN: check its digits'],
    ['iban', { iban: 'TR330006100519786457841326' }, 'is of another country: use SWIFT_ACCOUNT'],
    ['swiftCode', { swiftCode: 'CHASUS33' }, 'is of another country: use SWIFT_ACCOUNT'],
    ['swiftCode', { swiftCode: 'CHASXX33' }, 'is not a BIC'],
  ],
  SWIFT_ACCOUNT: [
    ['iban', { country: 'GB', swiftCode: 'HSBCGB2L', iban: undefined, accountNumber: '1' }, 'is required in this country'],
    ['iban', { iban: 'DE89370400440532013000' }, 'is of another country'],
    ['swiftCode', { swiftCode: 'DEUTDEFF' }, 'is of another country'],
  ],
  USD_ACCOUNT: [
    ['routingNumber', { routingNumber: '121000359' }, 'is not a routing number'],
    ['routingNumber', { routingNumber: '990000008' }, 'is not a routing number'],
    ['intermediaryRoutingNumber', { intermediaryRoutingNumber: '121000359' }, 'is not a routing number'],
  ],
  MXN_ACCOUNT: [
    ['clabeNumber', { clabeNumber: '032180000118359710' }, 'has a wrong check digit'],
    ['clabeNumber', { clabeNumber: '555180000118359717' }, 'is of an unknown bank'],
  ],
  BRL_ACCOUNT: [
    ['taxId', { taxId: '11144477736' }, 'is neither a CPF nor a CNPJ'],
    ['taxId', { taxId: '111444777351' }, 'is neither a CPF nor a CNPJ'],
    ['taxId', { taxId: '11111111111' }, 'is neither a CPF nor a CNPJ'],
    ['pixKey', { pixKeyType: 'CPF', pixKey: '11144477736' }, 'is not a key of this pixKeyType'],
    ['pixKey', { pixKeyType: 'CPF', pixKey: '52998224725' }, 'is not the taxId'],
    ['pixKey', { pixKeyType: 'CNPJ', pixKey: '11222333000182' }, 'is not a key of this pixKeyType'],
    ['pixKey', { pixKeyType: 'EMAIL', pixKey: 'maria' }, 'is not a key of this pixKeyType'],
    ['pixKey', { pixKeyType: 'PHONE', pixKey: '+5511' }, 'is not a key of this pixKeyType'],
    ['pixKey', { pixKeyType: 'RANDOM', pixKey: '123' }, 'is not a key of this pixKeyType'],
  ],
  PHP_ACCOUNT: [['bankName', { bankName: 'bdo unibank' }, 'is not a bankName out of GET /discoveries']],
  SGD_ACCOUNT: [['bankName', { bankName: 'Bank of Nobody' }, 'is not a bankName out of GET /discoveries']],
  KES_ACCOUNT: [['provider', { provider: 'AIRTEL' }, 'is not one of MPESA']],
  MWK_ACCOUNT: [
    ['provider', { provider: 'MTN' }, 'is not one of AIRTEL, TNM'],
    ['phoneNumber', { phoneNumber: '+254712345678' }, 'is not a telephone number of this country'],
  ],
  XOF_ACCOUNT: [['phoneNumber', { region: 'TG', phoneNumber: '+221771234567' }, 'is not a telephone number of this country']],
  XAF_ACCOUNT: [['phoneNumber', { region: 'CG', phoneNumber: '+237671234567' }, 'is not a telephone number of this country']],
  BASE_WALLET: [
    [
      'address',
      { address: '0xab5801a7D398351b8bE11C439e05C5B3259aeC9B' },
      'is not an address of this network: check its characters',
    ],
  ],
  SOLANA_WALLET: [
    [
      'address',
      { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gD002' },
      'is not an address of this network: check its characters',
    ],
    [
      'address',
      { address: '1111111111111111111111111111111112222222222' },
      'is not an address of this network: check its characters',
    ],
  ],
  TRON_WALLET: [
    ['address', { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9' }, 'is not an address of this network: check its characters'],
  ],
  SPARK_WALLET: [
    [
      'address',
      { address: 'sparkrt1pgssyvffdmqfap9wm9scyfqmtfrgwvsvyz3ktxp3rxzl0hfwrjd6ygvuaqs9zf' },
      'is not an address of this network: check its characters',
    ],
    [
      'address',
      { address: 'spark1pgssy5clucrgzdzs85njxyejylyx0ty05myrc5m7nfzv83dahh93lcehsum28q' },
      'is not an address of this network: check its characters',
    ],
  ],
};

test.each(
  Object.entries(wrong).flatMap(([type, rows]) => rows.map(([field, fields, message]) => ({ type, field, fields, message }))),
)('$type with $fields is refused: $field $message', async ({ type, field, fields, message }) => {
  const specimen = specimenOf(type);

  const answer = await create(realBodyOf(specimen, { fields }));

  expect([answer.status, answer.body.code]).toEqual([400, isWallet(specimen) ? 'INVALID_INPUT' : 'INVALID_BANK_ACCOUNT']);
  expect(Object(answer.body.details).errors).toEqual([{ field: `accountInfo.${field}`, message }]);
});

test.each([
  { name: 'of a test network', invoice: 'lntb1', message: 'is not an invoice: check its characters' },
  { name: 'that has expired', invoice: donation(), message: 'has expired' },
  { name: 'with a wrong checksum', invoice: `${donation().slice(0, -1)}q`, message: 'is not an invoice: check its characters' },
])('an invoice $name is refused', async ({ invoice, message }) => {
  const body = { currency: 'BTC', accountInfo: { accountType: 'LIGHTNING', invoice: invoice.padEnd(12, 'q') } };

  const answer = await create(body);

  expect([answer.status, answer.body.code, Object(answer.body.details).errors]).toEqual([
    400,
    'INVALID_INPUT',
    [{ field: 'accountInfo.invoice', message }],
  ]);
});

function create(body: Json) {
  return platform.rest('POST', path, { body });
}

/** The first example of BOLT 11: any amount, of June 2017. */
function donation(): string {
  return 'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql';
}
