// The ledger, through its door: what is booked, what is refused, and what the platform is told.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { available, held, house, type Platform, startAccounts, world } from './accounts-world.ts';
import { balancesOf, hold, move } from './journals.ts';

let platform: Platform;

const ours = await startAccounts();
afterAll(() => ours.close());

const { FUNDING, FX, PAYOUT, PLATFORM_RECEIVABLE, REFUND, FEE_SERVICE } = HouseAccountKind;

async function soundBooks() {
  const { findings } = await platform.ledger.audit({});
  expect(findings).toEqual([]);
}

test('a payout holds, dispatches and settles', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 20_000n);
  const subject = randomUUID();

  await platform.ledger.post({ subject, step: 'HOLD', legs: hold(account, 20_000n) });
  const afterHold = await balancesOf(platform, account);
  await platform.ledger.post({
    subject,
    step: 'DISPATCH',
    legs: [
      { account: held(account), currency: 'USD', amount: -20_000n },
      { account: house(FEE_SERVICE), currency: 'USD', amount: 100n },
      { account: house(FX), currency: 'USD', amount: 19_900n },
      ...move(house(FX), house(PAYOUT), 18_308n, 'EUR'),
    ],
  });
  const afterDispatch = await balancesOf(platform, account);
  await platform.ledger.post({ subject, step: 'SETTLE', legs: move(house(PAYOUT), world('SEPA'), 18_308n, 'EUR') });

  expect(afterHold).toEqual({ balance: 0n, totalBalance: 20_000n });
  expect(afterDispatch).toEqual({ balance: 0n, totalBalance: 0n });
  const { journals } = await platform.ledger.listJournals({ subject });
  expect(journals.map(({ step, legs }) => [step, legs.length])).toEqual([
    ['HOLD', 2],
    ['DISPATCH', 5],
    ['SETTLE', 2],
  ]);
  await soundBooks();
});

test('a repeat of a key answers the first result', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 500n);
  const request = { subject: randomUUID(), step: 'HOLD', legs: hold(account, 200n) };

  const first = await platform.ledger.post(request);
  const again = await platform.ledger.post(request);

  expect(again).toMatchObject({ journalId: first.journalId, replayed: true });
  expect(first.replayed).toBe(false);
  expect(await balancesOf(platform, account)).toEqual({ balance: 300n, totalBalance: 500n });
});

test('other legs under a booked key are refused', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 500n);
  const key = { subject: randomUUID(), step: 'HOLD' };
  await platform.ledger.post({ ...key, legs: hold(account, 200n) });

  const attempt = platform.ledger.post({ ...key, legs: hold(account, 201n) });

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.CONFLICT, details: { reason: 'LEDGER_KEY_REUSED' } });
});

test('two hundred posts under one key have one effect', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 500n);
  const request = { subject: randomUUID(), step: 'HOLD', legs: hold(account, 200n) };

  const answers = await Promise.all(Array.from({ length: 200 }, () => platform.ledger.post(request)));

  expect(new Set(answers.map(({ journalId }) => journalId)).size).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await balancesOf(platform, account)).toEqual({ balance: 300n, totalBalance: 500n });
  await soundBooks();
});

test('posts under one key with different legs end in one booking, the others are refused', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 500n);
  const key = { subject: randomUUID(), step: 'HOLD' };

  const attempts = [900n, 100n, 200n].map((amount) => platform.ledger.post({ ...key, legs: hold(account, amount) }));
  const [tooMuch, ...others] = await Promise.allSettled(attempts);

  expect(tooMuch).toMatchObject({ status: 'rejected', reason: { code: ErrorCode.INVALID_AMOUNT } });
  expect(others.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { journals } = await platform.ledger.listJournals({ subject: key.subject });
  expect(journals).toHaveLength(1);
  await soundBooks();
});

test('a short balance is told, and claims no key', async () => {
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

test('of one batch the bad request fails alone', async () => {
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
  ['a rail where there is none', house(FUNDING, 'RTP'), 'legs.0.account.house.rail'],
  ['WORLD without a rail', world(''), 'legs.0.account.house.rail'],
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

test('a leg in another currency than its account is refused', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount('USD');

  const attempt = platform.fund(account, 5n, 'EUR');

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.INVALID_CURRENCY });
});

test('a limited debit takes what there is, the rest from elsewhere; a limited credit repays that first', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 30n);
  const debt = house(PLATFORM_RECEIVABLE);

  await platform.ledger.post({
    subject: randomUUID(),
    step: 'REVERSE',
    legs: [
      { account: available(account), currency: 'USD', amount: -100n, restFrom: debt },
      { account: house(REFUND), currency: 'USD', amount: 100n },
    ],
  });
  const subject = randomUUID();
  await platform.ledger.post({
    subject,
    step: 'SETTLE',
    legs: [
      { account: world('RTP'), currency: 'USD', amount: -90n },
      { account: debt, currency: 'USD', amount: 90n, restFrom: available(account) },
    ],
  });

  expect(await balancesOf(platform, account)).toEqual({ balance: 20n, totalBalance: 20n });
  const { journals } = await platform.ledger.listJournals({ subject });
  expect(journals[0]?.legs.map(({ amount }) => amount)).toEqual([-90n, 70n, 20n]);
  await soundBooks();
});

test('balances of the house pass 2^53; what an account shows does not', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  const most = 2n ** 53n - 1n;
  await platform.ledger.post({ subject: randomUUID(), step: 'FUND', legs: move(world('RTP'), house(FUNDING), 4n * most) });
  await platform.fund(account, most);

  const attempt = platform.fund(account, 1n);

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.INVALID_AMOUNT, details: { reason: 'BALANCE_TOO_LARGE' } });
  expect(await balancesOf(platform, account)).toEqual({ balance: most, totalBalance: most });
  await soundBooks();
});

test('each change of an account is told once, with the account as it was then', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  const subject = randomUUID();
  await platform.fund(account, 700n);
  ours.wall.advance(1000);
  await platform.ledger.post({ subject, step: 'HOLD', legs: hold(account, 200n) });
  await platform.ledger.post({ subject, step: 'HOLD', legs: hold(account, 200n) });

  await ours.settle();
  const told = ours.events.filter(({ resource }) => resource === `InternalAccount:${account}`);
  const { accounts } = await platform.directory.getAccounts({ ids: [`InternalAccount:${account}`] });

  expect(told.map(({ type, sequence, body: { data } }) => [type, sequence, data.balance, data.totalBalance])).toEqual([
    ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 1n, amount(700), amount(700)],
    ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 2n, amount(500), amount(700)],
  ]);
  expect(told[1]?.body).toMatchObject({ timestamp: ours.wall.now().toISOString(), type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' });
  expect(told[1]?.body.id).toMatch(/^Webhook:[0-9a-f-]{36}$/);
  expect(told[1]?.body.data).toMatchObject({ id: `InternalAccount:${account}`, updatedAt: ours.wall.now().toISOString() });
  expect(accounts).toHaveLength(1);
});

const amount = (minor: number) => ({
  amount: minor,
  currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
});

test('the audit names what is wrong', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 700n);
  await ours.database.query('update balance set available = 800 where id = $1', [account]);
  await ours.database.query('update posting set amount = -701 where amount = -700 and platform_id = $1', [platform.id]);

  const { findings } = await platform.ledger.audit({});

  expect(findings).toEqual([
    expect.stringMatching(/^The journal .* does not sum to zero in USD: -1 are too many\.$/),
    expect.stringMatching(/is -700, its lines sum to -701\.$|is 800, its lines sum to 700\.$/),
    expect.stringMatching(/is -700, its lines sum to -701\.$|is 800, its lines sum to 700\.$/),
  ]);
});
