// Authorizations: the decision in its order, over REST and RPC, and what an approved one holds.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { CardMessageKind, CardReportService } from '../../../gen/payments/cards/v1/card_report_pb.ts';
import { VerificationDirectoryService } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { refusalOf } from './cards-world.ts';
import {
  authorized,
  balancesOf,
  booksOf,
  byToken,
  merchant,
  newPayer,
  opened,
  type Payer,
  send,
  transactionAt,
} from './payments-world.ts';

const world = await sharedWorld();
const receiver = await startReceiver();
await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });

const dollars = (amount: number) => ({
  amount,
  currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
});
const eventsOf = (id: string) => receiver.events.filter(({ body }) => body.data.id === id).map(({ body }) => body);
const typesOf = (id: string) => eventsOf(id).map(({ type }) => type);

test('an approved authorization holds its amount, and its debit is confirmed afterwards', async () => {
  const payer = await newPayer(world);
  const now = world.wall.now().toISOString();

  const { status, body } = await send(world, payer.cardId, 'authorization');

  expect([status, Object.keys(body)]).toEqual([202, ['issuerTransactionToken']]);
  const { id, ...shown } = await byToken(world, body.issuerTransactionToken);
  const { body: customer } = await world.rest('GET', `/customers/${payer.customerId}`);
  const pending = {
    type: 'CARD',
    cardId: payer.cardId,
    customerId: payer.customerId,
    platformCustomerId: customer.platformCustomerId,
    issuerTransactionToken: body.issuerTransactionToken,
    status: 'AUTHORIZED',
    direction: 'DEBIT',
    merchant: merchant(),
    authorizedAmount: dollars(1_250),
    accountId: payer.accountId,
    pullSummary: { count: 1, totalAmount: 1_250, pendingCount: 1 },
    refundSummary: { count: 0, totalAmount: 0 },
    settlementSummary: { count: 0, totalAmount: 0 },
    authorizedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  expect(id).toMatch(/^CardTransaction:[0-9a-f-]{36}$/);
  await world.settle();
  expect(eventsOf(id).map(({ type, data }) => [type, data])).toEqual([['CARD_TRANSACTION.AUTHORIZED', { id, ...pending }]]);
  expect(shown).toMatchObject({ status: 'AUTHORIZED' });
  expect(await transactionAt(world, id)).toMatchObject({
    pullSummary: { count: 1, totalAmount: 1_250, pendingCount: 0 },
    lastEventAt: expect.any(String),
  });
  expect(await balancesOf(world, payer)).toEqual([48_750, 50_000]);
  expect(await booksOf(world, id, payer)).toEqual({ 'account:AVAILABLE USD': -1_250, 'account:HELD USD': 1_250 });
});

const frozen = await newPayer(world);
await world.rest('PATCH', `/cards/${frozen.cardId}`, { body: { state: 'FROZEN' } });
const closed = await newPayer(world);
await world.rest('PATCH', `/cards/${closed.cardId}`, { body: { state: 'CLOSED' } });
const ordered = await newPayer(world, { more: { platformCardId: 'never-001' } });
const limited = await newPayer(world, { more: { maxSpendPerTransaction: 2_000 } });
const deleted = await newPayer(world, { amount: 0 });
await world.rest('DELETE', `/customers/${deleted.customerId}`);
const blocked = await newPayer(world);
await world.internal(AccountDirectoryService).changeInternalAccountStatus({
  accountId: blocked.accountId,
  change: InternalAccountChange.FROZEN,
});
const poor = await newPayer(world, { amount: 1_249 });
const onHold = await newPayer(world, { more: { maxSpendPerTransaction: 2_000 } });
await world.internal(VerificationDirectoryService).holdCustomer({ customerId: onHold.customerId });
await world.settle();

/** Each also fulfils the conditions of some rows below it. */
test.each<[string, Payer, string, string, number?]>([
  ['a card that is not provisioned', ordered, 'x003', 'CARD_NOT_ACTIVE'],
  ['a frozen card', frozen, 'x002', 'CARD_PAUSED'],
  ['a closed card', closed, 'x002', 'CARD_CLOSED'],
  ['a simulated lack of funds', limited, 'x002', 'INSUFFICIENT_FUNDS', 5_000],
  ['a simulated pause', limited, 'x003', 'CARD_PAUSED', 5_000],
  ['a simulated lack of funds of a cardholder on HOLD', onHold, 'x002', 'INSUFFICIENT_FUNDS'],
  ['a cardholder on HOLD', onHold, 'x', 'CARDHOLDER_NOT_ELIGIBLE', 2_001],
  ['an amount above the limit', limited, 'x', 'SPENDING_LIMIT_EXCEEDED', 2_001],
  ['an account that is not active', blocked, 'x', 'NO_ELIGIBLE_FUNDING_SOURCE'],
  ['a balance below the amount', poor, 'x', 'INSUFFICIENT_FUNDS'],
])('%s declines', async (_, payer, descriptor, declineReason, amount = 1_250) => {
  const before = await balancesOf(world, payer);

  const declined = await authorized(world, payer.cardId, { descriptor, amount });
  await world.settle();

  expect(declined).toMatchObject({
    status: 'EXCEPTION',
    declineReason,
    accountId: payer.accountId,
    authorizedAmount: dollars(amount),
    pullSummary: {
      count: descriptor === 'x002' && declineReason === 'INSUFFICIENT_FUNDS' ? 1 : 0,
      totalAmount: 0,
      pendingCount: 0,
    },
    settlementSummary: { count: 0, totalAmount: 0 },
  });
  expect(declined).not.toHaveProperty('settledAmount');
  expect(await balancesOf(world, payer)).toEqual(before);
  expect(await booksOf(world, declined.id, payer)).toEqual({});
  expect(typesOf(declined.id)).toEqual(['CARD_TRANSACTION.EXCEPTION']);
  const { isApproved, declineReason: reason } = await decide(payer, { amount, descriptor });
  expect([isApproved, reason]).toEqual([false, declineReason]);
  expect(await balancesOf(world, payer)).toEqual(before);
});

/** The decision that the issuer of a card gets. */
const decide = ({ cardId }: Payer, { amount, descriptor }: { amount: number; descriptor: string }) =>
  world.internal(CardReportService).decideCardPayment({
    eventId: randomUUID(),
    issuerTransactionToken: randomUUID(),
    cardId,
    kind: CardMessageKind.AUTHORIZATION,
    amount: BigInt(amount),
    currency: 'USD',
    merchant: merchant(descriptor),
  });

/** Credits regard the card and the sandbox only. */
test.each<[string, Payer, string, string | undefined]>([
  ['a card that is not provisioned', ordered, 'x', 'CARD_NOT_ACTIVE'],
  ['a frozen card', frozen, 'x', undefined],
  ['a closed card', closed, 'x', 'CARD_CLOSED'],
  ['a simulated lack of funds', poor, 'x002', 'INSUFFICIENT_FUNDS'],
  ['a simulated pause', poor, 'x003', 'CARD_PAUSED'],
  ['a cardholder on HOLD', onHold, 'x', undefined],
  ['an amount above the limit', limited, 'x', undefined],
])('a credit for %s', async (_, payer, descriptor, declineReason) => {
  const credit = await opened(world, payer.cardId, 'credit_authorization', { descriptor, amount: 2_001 });
  await world.settle();

  expect([credit.status, credit.declineReason]).toEqual([declineReason ? 'EXCEPTION' : 'AUTHORIZED', declineReason]);
  expect(typesOf(credit.id)).toEqual([`CARD_TRANSACTION.${credit.status}`]);
});

test('a hold of the cardholder takes effect at the next payment', async () => {
  const payer = await newPayer(world);
  const before = await authorized(world, payer.cardId);
  await world.internal(VerificationDirectoryService).holdCustomer({ customerId: payer.customerId });

  const after = await authorized(world, payer.cardId);

  expect([before.status, after.declineReason]).toEqual(['AUTHORIZED', 'CARDHOLDER_NOT_ELIGIBLE']);
});

test('the card of a deleted cardholder is closed', async () => {
  expect(await authorized(world, deleted.cardId)).toMatchObject({ declineReason: 'CARD_CLOSED' });
});

test('an amount at the limit passes', async () => {
  expect(await authorized(world, limited.cardId, { amount: 2_000 })).toMatchObject({ status: 'AUTHORIZED' });
});

const unknown = `Card:${uuidIn(frozen.customerId)}`;
const body = { amount: 1, currency: { code: 'USD' }, merchant: merchant() };
const invalid = (...fields: string[]) => [400, 'INVALID_INPUT', undefined, fields];

test.each([
  ['no amount', { ...body, amount: 0 }, invalid('amount')],
  ['too large an amount', { ...body, amount: 9_000_000_000_000_001 }, invalid('amount')],
  ['another currency', { ...body, currency: { code: 'EUR' } }, invalid('currency.code')],
  ['no merchant', { amount: 1, currency: { code: 'USD' } }, invalid('merchant')],
  ['a merchant without a descriptor', { ...body, merchant: { mcc: '5814' } }, invalid('merchant.descriptor')],
  ['a category in letters', { ...body, merchant: { ...merchant(), mcc: 'food' } }, invalid('merchant.mcc')],
  ['a country that is not assigned', { ...body, merchant: { ...merchant(), country: 'ZZ' } }, invalid('merchant.country')],
  ['a country in lower case', { ...body, merchant: { ...merchant(), country: 'us' } }, invalid('merchant.country')],
])('%s is refused', async (_, request, refusal) => {
  const answer = await world.rest('POST', `/sandbox/cards/${frozen.cardId}/simulate/authorization`, { body: request });

  expect(refusalOf(answer)).toEqual(refusal);
});

test('an unknown card is not found', async () => {
  expect(refusalOf(await send(world, unknown, 'authorization')).slice(0, 2)).toEqual([404, 'REFERENCE_NOT_FOUND']);
});
