// Scenarios of stablecoins: links to providers, tokens, mints and burns.
import type { Step } from '../fixtures.ts';
import { dollarAccount, type Outcome, type Scenario } from './scenario.ts';

const headers = { 'idempotency-key': '${random}' };
const suffixed = (value: string) => (value === 'any other' || value === 'other' ? '911' : value);

const link = (suffix = '911', refused?: string): Step => ({
  name: 'link',
  path: '/stablecoin-provider-accounts',
  body: { provider: 'BRALE', apiClientId: `\${random}-${suffix}`, apiClientSecret: 'secret' },
  headers,
  ...(refused !== undefined && { refused }),
});

const token = (suffix = 'X'): Step => ({
  name: 'stablecoin',
  path: '/stablecoins',
  body: {
    providerTokenIdentifier: `HARBOR-\${random}${suffix}`,
    networkTokenIdentifier: 'btkn1${bech32}',
    network: 'SPARK',
    stablecoinProviderAccountId: '${link.id}',
  },
  headers,
});

/** An account of the platform, as `bank` or `wallet`. */
const ownAccount = (name: 'bank' | 'wallet', currency: string, accountInfo: object): Step => ({
  name,
  path: '/platform/external-accounts',
  body: { currency, accountInfo },
});

const mint = (suffix: string, description: string): Step[] => [
  link(),
  token(),
  ownAccount('wallet', 'USDB', {
    accountType: 'SPARK_WALLET',
    address: `spark1pgss${'q'.repeat(19)}\${bech32}${suffix}`.slice(0, 60),
  }),
  {
    name: 'operation',
    path: '/stablecoins/${stablecoin.id}/mints',
    body: { amount: '2500000', fundingSource: { type: 'WIRE' }, destination: { accountId: '${wallet.id}' }, description },
    headers,
  },
];

const burn = (suffix: string): Step[] => [
  link(),
  token(),
  ownAccount('bank', 'USD', dollarAccount(suffix)),
  {
    name: 'operation',
    path: '/stablecoins/${stablecoin.id}/burns',
    body: {
      amount: '2500000',
      source: { type: 'PROVIDER_INTERNAL_BALANCE' },
      destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: '${bank.id}', rail: 'WIRE' },
    },
    headers,
  },
];

const operation = (fields: Outcome['fields']): Outcome => ({ path: '/stablecoin-operations/${operation.id}', fields });
const failedTransfer = operation({ status: 'FAILED', failureReason: 'PROVIDER_TRANSFER_FAILED' });

type Row = readonly [name: string, value: string, summary: string, status: string, takes?: string];

const links: Row[] = [
  ['stablecoin_account.linked', 'other', 'A provider account that is linked', 'ACTIVE'],
  ['stablecoin_account.invalid', '003', 'A provider account that becomes invalid after 5 s', 'INVALID', '5s'],
  ['stablecoin_account.revoked', '004', 'A provider account that is revoked after 5 s', 'REVOKED', '5s'],
];

const tokens: Row[] = [
  ['stablecoin.provisioned', 'other', 'A stablecoin that is provisioned', 'PROVISIONED'],
  ['stablecoin.pending', '001', 'A stablecoin whose review does not end', 'PENDING_REVIEW'],
  ['stablecoin.rejected', '002', 'A stablecoin that is rejected after 5 s', 'REJECTED', '5s'],
  ['stablecoin.failed', '003', 'A stablecoin that cannot be provisioned', 'FAILED', '5s'],
  ['stablecoin.delayed', '005', 'A stablecoin that is provisioned after 30 s', 'PROVISIONED', '30s'],
];

const placeOf = {
  link: 'apiClientId',
  token: 'providerTokenIdentifier',
  description: 'description',
  account: 'Account of a mint or burn: suffix',
};

export const stablecoins: readonly Scenario[] = [
  ...links.map(([name, value, summary, status, takes]) => ({
    name,
    summary,
    magic: { place: placeOf.link, values: [value] },
    steps: [link(suffixed(value))],
    outcome: { path: '/stablecoin-provider-accounts/${link.id}', fields: { status } },
    ...(takes !== undefined && { takes }),
  })),
  {
    name: 'stablecoin_account.refused',
    summary: 'A provider account with wrong credentials',
    magic: { place: placeOf.link, values: ['002'] },
    steps: [link('002', 'STABLECOIN_PROVIDER_ACCOUNT_INVALID')],
  },
  {
    name: 'stablecoin_account.ambiguous',
    summary: 'Credentials for two provider accounts, one of which must be named',
    magic: { place: placeOf.link, values: ['005'] },
    steps: [link('005', 'INVALID_INPUT')],
  },
  ...tokens.map(([name, value, summary, issuanceStatus, takes]) => ({
    name,
    summary,
    magic: { place: placeOf.token, values: [value] },
    steps: [link(), token(suffixed(value))],
    outcome: { path: '/stablecoins/${stablecoin.id}', fields: { issuanceStatus } },
    ...(takes !== undefined && { takes }),
  })),
  operationScenario('mint.unfunded', '001', 'A mint that is never funded, and expires after seven days', {
    outcome: operation({ status: 'EXPIRED' }),
    takes: '7d',
  }),
  operationScenario('mint.rejected', '004', 'A mint that the provider rejects', {
    outcome: operation({ status: 'FAILED', failureReason: 'PROVIDER_REJECTED' }),
  }),
  operationScenario('mint.unfunded_soon', '006', 'A mint that is never funded, and expires after 30 s', {
    outcome: operation({ status: 'EXPIRED' }),
    takes: '31s',
  }),
  {
    name: 'mint.unavailable',
    summary: 'A mint whose first request returns 503, and succeeds when it is repeated',
    magic: { place: placeOf.description, values: ['503'] },
    steps: unavailable(),
    outcome: operation({ status: 'PENDING_FUNDING' }),
  },
  {
    name: 'burn.failed',
    summary: 'A burn whose payout fails',
    magic: { place: placeOf.account, values: ['002', '003', '004'] },
    steps: burn('002'),
    takes: '10s',
    outcome: failedTransfer,
  },
  {
    name: 'burn.failed_late',
    summary: 'A burn whose payout fails after 30 s',
    magic: { place: placeOf.account, values: ['005'] },
    steps: burn('005'),
    takes: '40s',
    outcome: failedTransfer,
  },
];

function operationScenario(name: string, value: string, summary: string, end: Pick<Scenario, 'outcome' | 'takes'>): Scenario {
  return { name, summary, magic: { place: placeOf.description, values: [value] }, steps: mint('qqq', `Order ${value}`), ...end };
}

/** The same request twice, under one key. */
function unavailable(): Step[] {
  const before = mint('qqq', 'Order 503');
  return before.flatMap((step) => {
    if (step.name !== 'operation') return [step];
    const repeated = { ...step, headers: { 'idempotency-key': '${run}' } };
    return [{ ...repeated, refused: 'SERVICE_UNAVAILABLE' }, repeated];
  });
}
