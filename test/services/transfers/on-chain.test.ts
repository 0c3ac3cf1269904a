// On-chain transactions of payouts to wallets, and of deposits.
import { expect, test } from 'vitest';
import { CryptoNetwork } from '../../../gen/payments/common/v1/payment_pb.ts';
import { AccountDepositState, RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { specimenOf } from '../accounts/external-account-specimens.ts';
import { realtime } from './pushes-world.ts';
import {
  accountOf,
  execute,
  newBank,
  newCustomer,
  newPayer,
  newWallet,
  quote,
  sharedTransfers,
  transaction,
} from './transfers-world.ts';

const world = await sharedTransfers();
const hash = (letter: string) => `0x${letter.repeat(64)}`;
const onBase = (letter: string) => ({ onChainTransaction: { transactionHash: hash(letter), network: CryptoNetwork.BASE } });
const shown = (letter: string) => ({ transactionHash: hash(letter), network: 'BASE' });

const prefixed = /^0x[0-9a-f]{64}$/;
const plain = /^[0-9a-f]{64}$/;

test.each([
  ['BASE', prefixed],
  ['ETHEREUM', prefixed],
  ['POLYGON', prefixed],
  ['PLASMA', prefixed],
  ['SOLANA', /^[1-9A-HJ-NP-Za-km-z]{86,88}$/],
  ['TRON', plain],
  ['SPARK', plain],
])('a payout to a wallet on %s shows its hash, in its events too', async (network, shape) => {
  const { customerId, accountId } = await newPayer(world, { amount: 1_000_000 });
  const { accountType, currency, fields } = specimenOf(`${network}_WALLET`);
  const wallet = { customerId, currency, accountInfo: { accountType, ...fields } };
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Neem Textiles LLP' };
  const body = { ...wallet, ownershipType: 'THIRD_PARTY', accountInfo: { ...wallet.accountInfo, beneficiary } };
  const { body: external } = await world.rest('POST', '/customers/external-accounts', { body });
  const { body: made } = await quote(world, accountId, external.id);

  const before = await transaction(world, made.transactionId);
  await execute(world, made.id);
  const { status, destination } = await transaction(world, made.transactionId);

  const onChainTransaction = { transactionHash: expect.stringMatching(shape), network };
  expect([before.status, before.destination.onChainTransaction]).toEqual(['PENDING', undefined]);
  expect([status, destination]).toEqual([
    'COMPLETED',
    { destinationType: 'ACCOUNT', accountId: external.id, currency, onChainTransaction },
  ]);
  const events = (await world.bodies()).filter(({ resource }) => resource === made.transactionId);
  expect(events.at(-1)?.data).toMatchObject({ status: 'COMPLETED', destination: { onChainTransaction } });
});

test.each([
  ['that fails', () => newWallet, '002', 'FAILED'],
  ['to a bank', () => newBank, '999', 'COMPLETED'],
])('a payout %s has none', async (_, maker, suffix, ended) => {
  const { customerId, accountId } = await newPayer(world);
  const { body: made } = await quote(world, accountId, await maker()(world, customerId, suffix));

  await execute(world, made.id);

  const { status, destination } = await transaction(world, made.transactionId);
  expect([status, destination.onChainTransaction]).toEqual([ended, undefined]);
});

test('the transaction that funded a quote is shown at its source; a second deposit has its own', async () => {
  const customerId = await newCustomer(world);
  const [to, more] = [await newBank(world, customerId), { lockedCurrencyAmount: 5_000_000 }];
  const { body: made } = await realtime(world, { customerId, currency: 'USDC', cryptoNetwork: 'BASE', to, more });
  const { reference } = (await transaction(world, made.transactionId)).reconciliationInstructions;
  const report = (depositId: string, chain: object) => {
    const deposit = { depositId, reference, currency: 'USDC', amount: 5_000_000n };
    return world.internal(RailReportService).reportDeposit({ ...deposit, ...chain });
  };

  await report('first', onBase('a'));
  const { transactionId: stray } = await report('second', onBase('b'));

  const source = { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USDC' };
  const paid = await transaction(world, made.transactionId);
  expect([paid.status, paid.source]).toEqual(['COMPLETED', { ...source, onChainTransaction: shown('a') }]);
  expect((await transaction(world, stray)).source).toEqual({ ...source, onChainTransaction: shown('b') });
});

test('the transaction of a deposit can be reported when it is pending, or at its end', async () => {
  const customerId = await newCustomer(world);
  const accountId = await accountOf(world, customerId, 'USDC');
  const report = async (depositId: string, state: AccountDepositState, chain: object = {}) => {
    const deposit = { depositId, accountId, rail: 'BASE', currency: 'USDC', amount: 7_000n, state };
    const { transactionId } = await world.internal(RailReportService).reportAccountDeposit({ ...deposit, ...chain });
    return (await transaction(world, transactionId)).source.onChainTransaction;
  };
  const { SEEN, CLEARED } = AccountDepositState;

  expect([await report('early', SEEN, onBase('c')), await report('early', CLEARED)]).toEqual([shown('c'), shown('c')]);
  expect([await report('late', SEEN), await report('late', CLEARED, onBase('d'))]).toEqual([undefined, shown('d')]);
});
