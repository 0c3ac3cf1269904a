// What the ledger refuses, each with its code.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { available, house, type Platform, startAccounts, world } from './accounts-world.ts';
import { balancesOf, hold, move } from './journals.ts';

let platform: Platform;

const ours = await startAccounts();
afterAll(() => ours.close());

const { FUNDING, FX } = HouseAccountKind;

test('an insufficient balance is reported, and claims no key', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 500n);
  const request = { subject: randomUUID(), step: 'HOLD', legs: hold(account, 700n) };

  const short = platform.ledger.post(request);
  await expect(short).rejects.toMatchObject({
    code: ErrorCode.INVALID_AMOUNT,
    details: { reason: 'INSUFFICIENT_BALANCE', available: 500, required: 700, currency: 'USD' },
  });
  await platform.fund(account, 200n);
  const retried = await platform.ledger.post(request);

  expect(retried.replayed).toBe(false);
  expect(await balancesOf(platform, account)).toEqual({ balance: 0n, totalBalance: 700n });
  const { rows } = await ours.database.query('select count(*)::int as count from journal where subject = $1', [request.subject]);
  expect(rows).toEqual([{ count: 1 }]);
});

test('within one batch only the bad request fails', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 1_000n);
  const unprintable = { subject: randomUUID(), step: 'HO\0LD', legs: hold(account, 1n) };

  const answers = await Promise.allSettled([
    platform.ledger.post({ subject: randomUUID(), step: 'HOLD', legs: hold(account, 10n) }),
    platform.ledger.post(unprintable),
    platform.ledger.post({ subject: randomUUID(), step: 'HOLD', legs: hold(account, 20n) }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await balancesOf(platform, account)).toEqual({ balance: 970n, totalBalance: 1_000n });
});

test('legs that do not sum to zero are refused', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  const legs = [
    { account: world('RTP'), currency: 'USD', amount: -5n },
    { account: available(account), currency: 'USD', amount: 6n },
  ];

  const attempt = platform.ledger.post({ subject: randomUUID(), step: 'IN', legs });

  await expect(attempt).rejects.toMatchObject({
    code: ErrorCode.INVALID_INPUT,
    details: { errors: [{ field: 'legs', message: 'must sum to zero in USD' }] },
  });
});

test.each([
  ['a subaccount where there is none', house(FUNDING, 'RTP'), 'legs.0.account.house.subaccount'],
  ['WORLD without a rail', world(''), 'legs.0.account.house.subaccount'],
])('%s is refused', async (_, account, field) => {
  platform = ours.newPlatform();

  const attempt = platform.ledger.post({ subject: randomUUID(), step: 'FUND', legs: move(account, house(FX), 5n) });

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT, details: { errors: [{ field }] } });
});

test('an account of another platform looks unknown', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();

  const attempt = ours.newPlatform().fund(account, 5n);

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.REFERENCE_NOT_FOUND, details: { resource: 'InternalAccount' } });
});

test("a platform that names another one's account blocks nobody", async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  const other = ours.newPlatform();

  const answers = await Promise.allSettled([other.fund(account, 5n), platform.fund(account, 5n), other.fund(account, 5n)]);

  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  expect(await balancesOf(platform, account)).toEqual({ balance: 5n, totalBalance: 5n });
});

test('a leg in another currency than its account is refused', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount('USD');

  const attempt = platform.fund(account, 5n, 'EUR');

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.INVALID_CURRENCY });
});
