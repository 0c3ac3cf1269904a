// Scenarios: fixtures by name, each for a magic value of the sandbox, with the outcome that it selects.
import type { Step } from '../fixtures.ts';

export interface Scenario {
  /** `payment.returned` */
  readonly name: string;
  readonly summary: string;
  /** Where docs/sandbox.md lists it: the head of the first column of its table, and its cell there. */
  readonly magic: { readonly place: string; readonly values: readonly string[] };
  readonly steps: readonly Step[];
  /** How long the outcome takes: `30s`. Absent: it is immediate. */
  readonly takes?: string;
  /** Absent: the last step is refused. */
  readonly outcome?: Outcome;
  /** What the platform needs first, as a sentence. */
  readonly requires?: string;
}

export interface Outcome {
  /** Of the resource to read. */
  readonly path: string;
  /** Expected values by dotted path. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A new individual, as `customer`. */
export const customer = (more: object = {}): Step => ({
  name: 'customer',
  path: '/customers',
  body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...more },
});

/** The account of the customer in a currency, as `accounts.data.0`. */
export const accounts = (currency = 'USD'): Step => ({
  name: 'accounts',
  method: 'GET',
  path: `/customers/internal-accounts?customerId=\${customer.id}&currency=${currency}`,
});

export const accountId = '${accounts.data.0.id}';

export const fund = (amount = 100_000): Step => ({ path: `/sandbox/internal-accounts/${accountId}/fund`, body: { amount } });

/** A customer with USD 1,000.00. */
export const payer = (more: object = {}): Step[] => [customer({ currencies: ['USD'], ...more }), accounts(), fund()];

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };

/** A bank account of the customer, as `bank`. Its number ends in the suffix. */
export const bank = (suffix: string, more: object = {}): Step => ({
  name: 'bank',
  path: '/customers/external-accounts',
  body: {
    customerId: '${customer.id}',
    currency: 'EUR',
    accountInfo: { accountType: 'EUR_ACCOUNT', iban: `DE8937040044\${digits}${suffix}`, beneficiary },
    ...more,
  },
});

/** A bank account in US dollars, from which money can be pulled. */
export const dollarBank = (suffix: string): Step => ({
  name: 'bank',
  path: '/customers/external-accounts',
  body: { customerId: '${customer.id}', currency: 'USD', accountInfo: dollarAccount(suffix) },
});

export const dollarAccount = (suffix: string) => ({
  accountType: 'USD_ACCOUNT',
  accountNumber: `\${digits}${suffix}`,
  routingNumber: '021000021',
  beneficiary: { ...beneficiary, countryOfResidence: 'US' },
});

/** A quote, and its execution. */
export const pay = (from: string, destination: object, more: object = {}): Step[] => [
  {
    name: 'quote',
    path: '/quotes',
    body: {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination,
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 20_000,
      ...more,
    },
  },
  { path: '/quotes/${quote.id}/execute' },
];

export const toAccount = (id: string) => ({ destinationType: 'ACCOUNT', accountId: id });

/** The end of the quote's transaction. */
export const transaction = (fields: Outcome['fields']): Outcome => ({ path: '/transactions/${quote.transactionId}', fields });

export const failed = (failureReason: string, refund: object = { 'refund.status': 'COMPLETED' }) =>
  transaction({ status: 'FAILED', failureReason, ...refund });

export const completed = transaction({ status: 'COMPLETED' });
