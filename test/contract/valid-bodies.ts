// Bodies of requests that create customers, accounts, owners and documents. No two collide, and no id ends in a suffix of the sandbox.
let made = 0;

export const customer = () => ({
  customerType: 'INDIVIDUAL',
  platformCustomerId: `contract-${++made}-id`,
  region: 'US',
  currencies: ['USD'],
  email: 'ada@example.com',
  phoneNumber: '+15551234567',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
  address: { line1: '1 Main Street', city: 'London', postalCode: 'N1 1AA', country: 'GB' },
});

export const business = () => ({
  customerType: 'BUSINESS',
  platformCustomerId: `contract-${++made}-id`,
  businessInfo: { legalName: 'Acme Inc', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' },
});

export const owner = (customerId: string) => ({
  customerId,
  roles: ['UBO'],
  ownershipPercentage: 60,
  personalInfo: {
    firstName: 'Grace',
    lastName: 'Hopper',
    birthDate: '1980-12-09',
    nationality: 'US',
    address: { line1: '1 Main Street', postalCode: '62701', country: 'US' },
    idType: 'SSN',
    identifier: '123-45-6789',
  },
});

/** A scanned passport with these form fields. */
export function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ documentType: 'PASSPORT', country: 'GB', ...fields })) data.append(name, value);
  data.append('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'passport.pdf');
  return data;
}

export const bankAccount = () => ({
  currency: 'GBP',
  platformAccountId: `contract-${++made}`,
  accountInfo: {
    accountType: 'GBP_ACCOUNT',
    sortCode: '200000',
    accountNumber: String(10_000_000 + made * 1_000 + 911),
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'GB' },
  },
});

export const outsideWallet = () => ({
  currency: 'USDC',
  ownershipType: 'FIRST_PARTY',
  accountInfo: { accountType: 'BASE_WALLET', address: `0x${String(++made).padStart(37, '0')}abc` },
});

export const dollarAccount = (suffix: string) => ({
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber: `123456${suffix}`,
    routingNumber: '021000021',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' },
  },
});

/** A file of one customer. */
export function csvForm(): FormData {
  const columns = 'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country';
  const row = `$imported-${++made}@localhost,imported-${made},INDIVIDUAL,Ada Lovelace,1990-12-10,1 Main Street,London,LDN,N1 1AA,GB`;
  const data = new FormData();
  data.append('file', new Blob([`${columns}\r\n${row}\r\n`], { type: 'text/csv' }), 'customers.csv');
  return data;
}

export const agent = (customerId: string) => ({
  name: 'Bookkeeper',
  customerId,
  policy: {
    permissions: ['VIEW_TRANSACTIONS'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 },
  },
});

/** With every permission. */
export const actingAgent = (customerId: string) => ({
  name: 'Treasurer',
  customerId,
  policy: {
    permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000 },
  },
});

/** Of the sandbox's card network. */
export const cardMessage = () => ({ amount: 100, currency: { code: 'USD' }, merchant: { descriptor: 'COFFEE BAR' } });

/** Of an operation that does not exist. */
export const harmlessFault = { type: 'DELAY', operation: 'doNothing' };
