// Scenarios of UMA payments: to the addresses of the sandbox, and from them.
import type { Step } from '../fixtures.ts';
import { accountId, accounts, bank, completed, customer, failed, type Outcome, pay, payer, type Scenario } from './scenario.ts';

/** Data that the receivers require. */
const person = { birthDate: '1990-02-03' };
const addressOf = (label: string, host = 'sandbox.uma.example') => `$${label}@${host}`;

const lookUp = (address: string): Step => ({
  name: 'lookup',
  method: 'GET',
  path: `/receiver/uma/${encodeURIComponent(address)}`,
});

/** Looks the receiver up and pays. */
function send(label: string): Step[] {
  const umaAddress = addressOf(label);
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
  return [...payer(person), lookUp(umaAddress), ...pay(accountId, destination, { lookupId: '${lookup.lookupId}' })];
}

const place = 'UMA label';

const sent = ([name, values, summary, outcome, takes]: readonly [
  string,
  readonly string[],
  string,
  Outcome,
  string?,
]): Scenario => ({
  name,
  summary,
  magic: { place, values },
  steps: send(values[0] ?? ''),
  outcome,
  ...(takes !== undefined && { takes }),
});

const requires = 'Requires a webhook endpoint that approves payments: run "payments listen" in another terminal.';

/** A payment from an address to a new customer, whose platform approves it. */
function receive(label: string, deposit: Step[] = []): Step[] {
  const body = {
    senderUmaAddress: addressOf(label),
    receiverUmaAddress: '${customer.umaAddress}',
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 1_000,
  };
  return [customer(person), accounts(), ...deposit, { name: 'payment', path: '/sandbox/uma/receive', body }];
}

const incoming = (fields: Outcome['fields']): Outcome => ({ path: '/transactions/${payment.id}', fields });
const depositTo = (suffix: string) => receive('success.usd', [bank(suffix, { defaultUmaDepositAccount: true })]);
const depositPlace = 'Deposit account: suffix';
const refused = incoming({ status: 'FAILED', failureReason: 'OFFRAMP_FAILED', 'refund.status': 'COMPLETED' });

export const uma: readonly Scenario[] = [
  sent(['uma.completed', ['success.usd'], 'A payment to a UMA address', completed]),
  sent(['uma.completed_eur', ['success.eur'], 'A payment to a UMA address in EUR', completed]),
  sent(['uma.completed_mxn', ['success.mxn'], 'A payment to a UMA address in MXN', completed]),
  sent(['uma.delayed', ['pending.long.usd'], 'A payment to a UMA address that takes six minutes', completed, '6m']),
  sent([
    'uma.failed',
    ['fail.compliance.usd'],
    'A payment to a UMA address that compliance rejects',
    failed('COMPLIANCE_REJECTED'),
  ]),
  {
    name: 'uma.unknown',
    summary: 'A UMA address that does not exist',
    magic: { place, values: ['any other'] },
    steps: [{ ...lookUp(addressOf('nobody')), refused: 'UMA_NOT_FOUND' }],
  },
  {
    name: 'uma.blocked',
    summary: 'A receiver at an institution that is not allowed',
    magic: { place: 'UMA host', values: ['blocked.<host>'] },
    steps: [{ ...lookUp(addressOf('success.usd', 'blocked.sandbox.uma.example')), refused: 'COUNTERPARTY_NOT_ALLOWED' }],
  },
  {
    name: 'uma.received',
    summary: 'A payment from a UMA address',
    magic: { place, values: ['success.usd'] },
    steps: receive('success.usd'),
    outcome: incoming({ status: 'COMPLETED' }),
    requires,
  },
  {
    name: 'uma.received_late',
    summary: 'A payment from a UMA address that takes six minutes',
    magic: { place, values: ['pending.long.usd'] },
    steps: receive('pending.long.usd'),
    takes: '6m',
    outcome: incoming({ status: 'COMPLETED' }),
    requires,
  },
  {
    name: 'uma.receive_failed',
    summary: 'A payment from a UMA address that compliance rejects',
    magic: { place, values: ['fail.compliance.usd'] },
    steps: receive('fail.compliance.usd'),
    outcome: incoming({ status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' }),
    requires,
  },
  {
    name: 'uma_deposit.completed',
    summary: 'A payment from a UMA address to the bank account of the customer',
    magic: { place: depositPlace, values: ['any other'] },
    steps: depositTo('911'),
    outcome: incoming({ status: 'COMPLETED' }),
    requires,
  },
  {
    name: 'uma_deposit.failed',
    summary: 'The same, but the bank refuses the payment',
    magic: { place: depositPlace, values: ['002', '003', '004'] },
    steps: depositTo('002'),
    outcome: refused,
    requires,
  },
  {
    name: 'uma_deposit.failed_late',
    summary: 'The same, but the bank refuses the payment after 30 s',
    magic: { place: depositPlace, values: ['005'] },
    steps: depositTo('005'),
    takes: '30s',
    outcome: refused,
    requires,
  },
];
