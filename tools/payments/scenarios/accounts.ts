// Scenarios of external accounts: the name check, and the ownership of wallets.
import type { Step } from '../fixtures.ts';
import { bank, customer, type Scenario } from './scenario.ts';

const checkPlace = 'New bank account: suffix';

const checks = [
  ['name_check.matched', 'any other', 'MATCHED'],
  ['name_check.not_matched', '102', 'NOT_MATCHED'],
  ['name_check.partial_match', '103', 'PARTIAL_MATCH'],
  ['name_check.pending', '104', 'PENDING'],
  ['name_check.unsupported', '106', 'UNSUPPORTED'],
  ['name_check.by_receiver', '107', 'CHECKED_BY_RECEIVING_FI'],
] as const;

const ownershipPlace = 'Ownership: signature, or suffix';
const requires = 'Requires a platform with counterparty rules, which an operator sets.';

const wallet = (suffix: string): Step => ({
  name: 'wallet',
  path: '/customers/external-accounts',
  body: {
    customerId: '${customer.id}',
    currency: 'USDC',
    ownershipType: 'FIRST_PARTY',
    accountInfo: { accountType: 'BASE_WALLET', address: `0x${'0'.repeat(32)}\${digits}${suffix}` },
  },
});

const challenge = (method: string): Step => ({
  name: 'challenge',
  path: '/customers/external-accounts/${wallet.id}/challenge',
  body: { method },
});

const walletStatus = (status: string) => ({ path: '/customers/external-accounts/${wallet.id}', fields: { status } });

const livenessChecks = [
  ['ownership.live', 'any other', 'A liveness check that proves the ownership of a wallet', 'ACTIVE'],
  ['ownership.not_live', '202', 'A liveness check that fails', 'UNVERIFIED'],
  ['ownership.waiting', '204', 'A liveness check that never ends', 'PENDING_OWNERSHIP_VERIFICATION'],
] as const;

export const externalAccounts: readonly Scenario[] = [
  ...checks.map(([name, value, status]) => ({
    name,
    summary: `A bank account with the beneficiary check ${status}`,
    magic: { place: checkPlace, values: [value] },
    steps: [customer(), bank(value === 'any other' ? '911' : value)],
    outcome: { path: '/customers/external-accounts/${bank.id}', fields: { beneficiaryVerificationStatus: status } },
  })),
  {
    name: 'name_check.invalid_account',
    summary: 'A bank account that does not exist',
    magic: { place: checkPlace, values: ['105'] },
    steps: [customer(), { ...bank('105'), refused: 'INVALID_BANK_ACCOUNT' }],
  },
  {
    name: 'ownership.signed',
    summary: 'A wallet whose ownership is proven by the signature of the sandbox',
    magic: { place: ownershipPlace, values: ['sandbox-valid-ownership-signature'] },
    steps: [
      customer(),
      wallet('911'),
      challenge('WALLET_SIGNATURE'),
      { path: '/customers/external-accounts/${wallet.id}/verify', body: { signature: 'sandbox-valid-ownership-signature' } },
    ],
    outcome: walletStatus('ACTIVE'),
    requires,
  },
  ...livenessChecks.map(([name, value, summary, status]) => ({
    name,
    summary,
    magic: { place: ownershipPlace, values: [value] },
    steps: [customer(), wallet(value === 'any other' ? '911' : value), challenge('LIVENESS')],
    takes: '5s',
    outcome: walletStatus(status),
    requires,
  })),
];
