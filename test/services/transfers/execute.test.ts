// Execution of quotes: exactly once, in time, and with money.
import { expect, test } from 'vitest';
import { AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import {
  accountOf,
  balancesOf,
  execute,
  findings,
  fund,
  newBank,
  newPayer,
  quote,
  sharedTransfers,
  steps,
  transaction,
} from './transfers-world.ts';

const world = await sharedTransfers();

const seen = ({ status, body }: { status: number; body: { code: string; details?: object } }) => [
  status,
  body.code,
  body.details,
];

test('of two hundred concurrent calls one executes, and the money moves once', async () => {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 10_000 });
  const { body: made } = await quote(tenant, accountId, await newBank(tenant, customerId));

  const answers = await Promise.all(Array.from({ length: 200 }, () => execute(tenant, made.id)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map((answer) => JSON.stringify(seen(answer))))).toEqual(
    new Set([JSON.stringify([409, 'CONFLICT', { reason: 'QUOTE_ALREADY_EXECUTED' }])]),
  );
  expect(refused.every(({ headers }) => headers['x-should-retry'] === 'false')).toBe(true);
  expect(await balancesOf(tenant, accountId)).toEqual([9_000, 9_000]);
  expect(await steps(tenant, made.transactionId)).toEqual(['HOLD', 'DISPATCH', 'SETTLE']);
  expect(await findings(tenant)).toEqual([]);
});

test('of many quotes on one account, as many are executed as its balance allows', async () => {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant, { amount: 5_500 });
  const bank = await newBank(tenant, customerId);
  const made = await Promise.all(Array.from({ length: 20 }, () => quote(tenant, accountId, bank)));

  const answers = await Promise.all(made.map(({ body }) => execute(tenant, body.id)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ body }) => body.code === 'INVALID_AMOUNT')).toHaveLength(15);
  expect(await balancesOf(tenant, accountId)).toEqual([500, 500]);
  expect(await findings(tenant)).toEqual([]);
});

test('without enough money the quote stays open, and can be executed after funding', async () => {
  const { customerId, accountId } = await newPayer(world, { amount: 400 });
  const { body: made } = await quote(world, accountId, await newBank(world, customerId));

  const short = await execute(world, made.id);
  const shown = await world.rest('GET', `/quotes/${made.id}`);
  await fund(world, accountId, 600);
  const funded = await execute(world, made.id);

  const details = { reason: 'INSUFFICIENT_BALANCE', available: 400, required: 1_000, currency: 'USD' };
  expect(seen(short)).toEqual([400, 'INVALID_AMOUNT', details]);
  expect([shown.body.status, funded.status, funded.body.status]).toEqual(['PENDING', 200, 'COMPLETED']);
  expect(await steps(world, made.transactionId)).toEqual(['HOLD_2', 'DISPATCH', 'SETTLE']);
  expect(await balancesOf(world, accountId)).toEqual([0, 0]);
});

test('a repeat under the same key gets the first answer, even a refusal', async () => {
  const { customerId, accountId } = await newPayer(world, { amount: 400 });
  const { body: made } = await quote(world, accountId, await newBank(world, customerId));

  const first = await execute(world, made.id, { 'idempotency-key': 'one' });
  await fund(world, accountId, 600);
  const repeat = await execute(world, made.id, { 'idempotency-key': 'one' });
  const other = await execute(world, made.id, { 'idempotency-key': 'two' });
  const again = await execute(world, made.id, { 'idempotency-key': 'two' });

  expect([first.status, repeat.status]).toEqual([400, 400]);
  expect(repeat.body).toEqual(first.body);
  expect([other.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
  expect(again.body).toEqual(other.body);
});

test('one key can be used for the creation of a quote and for its execution', async () => {
  const { customerId, accountId } = await newPayer(world);
  const destination = await newBank(world, customerId);
  const body = {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: destination },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100,
  };
  const headers = { 'idempotency-key': 'both' };

  const made = await world.rest('POST', '/quotes', { body, headers });
  const repeat = await world.rest('POST', '/quotes', { body, headers });
  const executed = await execute(world, made.body.id, headers);

  expect(repeat.body).toEqual(made.body);
  expect([executed.status, executed.body.status]).toEqual([200, 'COMPLETED']);
});

test('a quote expires at its deadline to the millisecond, before the sweep runs', async () => {
  const { customerId, accountId } = await newPayer(world);
  const { body: made } = await quote(world, accountId, await newBank(world, customerId));
  const lifeMs = Date.parse(made.expiresAt) - world.wall.now().getTime();

  world.wall.advance(lifeMs - 1);
  const before = await world.rest('GET', `/quotes/${made.id}`);
  world.wall.advance(1);
  const after = await world.rest('GET', `/quotes/${made.id}`);
  const late = await execute(world, made.id);
  const listed = await world.rest('GET', `/transactions?customerId=${customerId}&status=EXPIRED`);

  expect([before.body.status, after.body.status]).toEqual(['PENDING', 'EXPIRED']);
  expect(seen(late)).toEqual([409, 'CONFLICT', { reason: 'QUOTE_EXPIRED' }]);
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([made.transactionId]);
  expect(await world.eventTypes(made.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.EXPIRED']);
  const { status, updatedAt, failureReason } = await transaction(world, made.transactionId);
  expect([status, updatedAt, failureReason]).toEqual(['EXPIRED', made.expiresAt, undefined]);
});

test("another platform's quote is not found", async () => {
  const other = await world.newPlatform();
  const { customerId, accountId } = await newPayer(other);
  const { body: made } = await quote(other, accountId, await newBank(other, customerId));

  expect(seen(await execute(world, made.id)).slice(0, 2)).toEqual([404, 'QUOTE_NOT_FOUND']);
  expect(seen(await world.rest('GET', `/quotes/${made.id}`)).slice(0, 2)).toEqual([404, 'QUOTE_NOT_FOUND']);
  expect(seen(await world.rest('GET', '/quotes/nonsense')).slice(0, 2)).toEqual([404, 'QUOTE_NOT_FOUND']);
});

test('conditions that changed since the quote are checked again', async () => {
  const { customerId, accountId } = await newPayer(world);
  const bank = await newBank(world, customerId);
  const { body: toDeleted } = await quote(world, accountId, bank);
  const { body: fromFrozen } = await quote(world, accountId, await newBank(world, customerId));
  await world.rest('DELETE', `/customers/external-accounts/${bank}`);

  const deleted = await execute(world, toDeleted.id);
  const change = InternalAccountChange.FROZEN;
  await world.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId, change });
  const frozen = await execute(world, fromFrozen.id);

  expect(seen(deleted).slice(0, 2)).toEqual([400, 'INVALID_RECEIVER']);
  expect(seen(frozen)).toEqual([400, 'INVALID_INPUT', { accountStatus: 'FROZEN' }]);
});

test('a fee that can no longer be charged fails the payment, and nothing moves', async () => {
  const tenant = await world.newPlatform();
  const { customerId, accountId } = await newPayer(tenant);
  const override = { platformFixedFee: { amount: 10, currency: 'USD' }, platformVariableFeeBps: 0 };
  const { body: made } = await quote(tenant, accountId, await newBank(tenant, customerId), { platformFeeOverride: override });
  const change = InternalAccountChange.FROZEN;
  const fees = await accountOf(tenant, undefined);
  await tenant.internal(AccountDirectoryService).changeInternalAccountStatus({ accountId: fees, change });

  const executed = await execute(tenant, made.id);

  expect([executed.status, executed.body.status]).toEqual([200, 'FAILED']);
  const { failureReason, refund } = await transaction(tenant, made.transactionId);
  expect([failureReason, refund]).toEqual(['QUOTE_EXECUTION_FAILED', undefined]);
  expect(await world.eventTypes(made.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.FAILED']);
  expect(await steps(tenant, made.transactionId)).toEqual([]);
});
