// Scenarios of payments: to bank accounts and wallets, and pulled from bank accounts.
import {
  accountId,
  bank,
  completed,
  dollarBank,
  failed,
  type Outcome,
  pay,
  payer,
  type Scenario,
  toAccount,
  transaction,
} from './scenario.ts';

type Row = readonly [name: string, values: readonly string[], summary: string, outcome: Outcome, takes?: string];

const toBank: Row[] = [
  ['payment.completed', ['any other'], 'A payout to a bank account that arrives', completed],
  ['payment.failed', ['002'], 'A payout that fails and is refunded', failed('QUOTE_EXECUTION_FAILED')],
  ['payment.delayed', ['003'], 'A payout that takes six minutes', completed, '6m'],
  ['payment.rejected', ['004'], 'A payout that the bank rejects', failed('COUNTERPARTY_POST_TX_FAILED')],
  ['payment.returned', ['005'], 'A completed payout that the bank returns after 30 s', failed('PAYOUT_RETURNED'), '30s'],
  ['payment.cancelled', ['006'], 'A payout that is cancelled and refunded', cancelled()],
  ['payment.refund_failed', ['007'], 'A payout that fails, and whose refund fails too', unrefunded()],
];

const toWallet: Row[] = [
  ['wallet_payment.completed', ['any other'], 'A payout to a wallet that arrives', completed],
  ['wallet_payment.failed', ['002'], 'A payout to a wallet that fails', failed('QUOTE_EXECUTION_FAILED')],
  ['wallet_payment.invalid_account', ['003'], 'A payout to a wallet that does not exist', failed('ACCOUNT_INVALID')],
  ['wallet_payment.cannot_receive', ['004'], 'A payout to a wallet that cannot receive', failed('ACCOUNT_CANNOT_RECEIVE')],
  ['wallet_payment.timed_out', ['005'], 'A payout to a wallet that times out after 30 s', timedOut(), '30s'],
];

const unpaid = transaction({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' });

const pulled: Row[] = [
  ['pull.completed', ['any other'], 'A payment that is pulled from a bank account', completed],
  ['pull.failed', ['002', '003', '004'], 'A pull that the bank refuses', unpaid],
  ['pull.failed_late', ['005'], 'A pull that the bank refuses after 30 s', unpaid, '30s'],
];

/** Digits that select nothing. */
const plain = '911';
const suffixOf = ([value = '']: readonly string[]) => (value === 'any other' ? plain : value);

export const payments: readonly Scenario[] = [
  ...toBank.map((row) =>
    scenarioOf(row, 'Payout to a bank account: suffix', (suffix) => [
      ...payer(),
      bank(suffix),
      ...pay(accountId, toAccount('${bank.id}')),
    ]),
  ),
  ...toWallet.map((row) =>
    scenarioOf(row, 'Other payout: suffix', (suffix) => [
      ...payer(),
      {
        name: 'wallet',
        path: '/customers/external-accounts',
        body: {
          customerId: '${customer.id}',
          currency: 'USDC',
          accountInfo: { accountType: 'BASE_WALLET', address: `0x${'0'.repeat(32)}\${digits}${suffix}` },
        },
      },
      ...pay(accountId, toAccount('${wallet.id}')),
    ]),
  ),
  ...pulled.map((row) =>
    scenarioOf(row, 'Pull: suffix', (suffix) => [
      ...payer(),
      dollarBank(suffix),
      { ...bank(plain), name: 'receiver' },
      ...pay('${bank.id}', toAccount('${receiver.id}')),
    ]),
  ),
];

function scenarioOf(
  [name, values, summary, outcome, takes]: Row,
  place: string,
  stepsFor: (suffix: string) => Scenario['steps'],
): Scenario {
  const steps = stepsFor(suffixOf(values));
  return { name, summary, magic: { place, values }, steps, outcome, ...(takes !== undefined && { takes }) };
}

function cancelled(): Outcome {
  return transaction({ status: 'COMPLETED', 'refund.status': 'COMPLETED', 'refund.reason': 'USER_CANCELLATION' });
}

function unrefunded(): Outcome {
  return failed('COUNTERPARTY_POST_TX_FAILED', { 'refund.status': 'FAILED' });
}

function timedOut(): Outcome {
  return failed('QUOTE_EXECUTION_FAILED', { 'refund.reason': 'TIMEOUT' });
}
