// The ledger over its interface: bookings, and events for the platform.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { available, held, house, type Platform, startAccounts, world } from './accounts-world.ts';
import { balancesOf, hold, type Leg, move, soundBooks } from './journals.ts';

let platform: Platform;

const ours = await startAccounts();
afterAll(() => ours.close());

const { FUNDING, FX, PAYOUT, PLATFORM_RECEIVABLE, REFUND, FEE_SERVICE } = HouseAccountKind;

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
  await soundBooks(platform);
});

test('a limited debit is capped by the balance, the rest comes from another account; a credit cannot be limited', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 30n);
  const limited = (to: Leg['account'], amount: bigint) => {
    const [debit, credit] = move(available(account), to, amount);
    return {
      subject: randomUUID(),
      step: 'REVERSE',
      legs: [{ ...debit, restFrom: house(PLATFORM_RECEIVABLE) }, credit] as Leg[],
    };
  };
  const debit = limited(house(REFUND), 100n);

  await platform.ledger.post(debit);
  const credit = platform.ledger.post(limited(world('RTP'), -100n));

  await expect(credit).rejects.toMatchObject({ details: { errors: [{ field: 'legs.0.restFrom' }] } });
  expect(await balancesOf(platform, account)).toEqual({ balance: 0n, totalBalance: 0n });
  const { journals } = await platform.ledger.listJournals({ subject: debit.subject });
  expect(journals[0]?.legs.map(({ amount }) => amount)).toEqual([-30n, -70n, 100n]);
  await soundBooks(platform);
});

test('house balances can exceed 2^53; a shown balance cannot', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  const most = 2n ** 53n - 1n;
  await platform.ledger.post({ subject: randomUUID(), step: 'FUND', legs: move(world('RTP'), house(FUNDING), 4n * most) });
  await platform.fund(account, most);

  const attempt = platform.fund(account, 1n);

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.INVALID_AMOUNT, details: { reason: 'BALANCE_TOO_LARGE' } });
  expect(await balancesOf(platform, account)).toEqual({ balance: most, totalBalance: most });
  await soundBooks(platform);
});

test('each change of an account has one event, with the account at that time', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  const subject = randomUUID();
  await platform.fund(account, 700n);
  ours.wall.advance(1000);
  await platform.ledger.post({ subject, step: 'HOLD', legs: hold(account, 200n) });
  await platform.ledger.post({ subject, step: 'HOLD', legs: hold(account, 200n) });

  await ours.settle();
  const sent = ours.events.filter(({ resource }) => resource === `InternalAccount:${account}`);
  const { accounts } = await platform.directory.getAccounts({ ids: [`InternalAccount:${account}`] });

  expect(sent.map(({ type, sequence, body: { data } }) => [type, sequence, data.balance, data.totalBalance])).toEqual([
    ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 1n, amount(700), amount(700)],
    ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 2n, amount(500), amount(700)],
  ]);
  expect(sent[1]?.body).toMatchObject({ timestamp: ours.wall.now().toISOString(), type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED' });
  expect(sent[1]?.body.id).toMatch(/^Webhook:[0-9a-f-]{36}$/);
  expect(sent[1]?.body.data).toMatchObject({ id: `InternalAccount:${account}`, updatedAt: ours.wall.now().toISOString() });
  expect(accounts).toHaveLength(1);
});

const amount = (minor: number) => ({
  amount: minor,
  currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
});

test('the audit names the inconsistency', async () => {
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

test('journals of an account are numbered in the order in which they changed its balance', async () => {
  const tenant = ours.newPlatform();
  const account = await tenant.newAccount();
  await tenant.fund(account, 500n);
  const journals = Array.from({ length: 20 }, () => ({ subject: randomUUID(), step: 'HOLD', legs: hold(account, 1n) }));

  await tenant.ledger.postMany({ journals });

  const { rows } = await ours.database.query(
    "select subject from journal where platform_id = $1 and step = 'HOLD' order by number",
    [tenant.id],
  );
  expect(rows.map(({ subject }) => subject)).toEqual(journals.map(({ subject }) => subject));
});
