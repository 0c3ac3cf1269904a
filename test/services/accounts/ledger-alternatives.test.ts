// Posts with alternatives: the first that the accounts allow is booked, once.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { HouseAccountKind } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { house, startAccounts } from './accounts-world.ts';
import { balancesOf, hold, soundBooks } from './journals.ts';

const ours = await startAccounts();
afterAll(() => ours.close());

async function newAccounts() {
  const platform = ours.newPlatform();
  const [poor, rich] = [await platform.newAccount(), await platform.newAccount()];
  await platform.fund(poor, 100n);
  await platform.fund(rich, 500n);
  const either = (amount: bigint) => ({ legs: hold(poor, amount), otherwise: [{ legs: hold(rich, amount) }] });
  return { platform, poor, rich, either };
}

test.each([
  [100n, 0, [0n, 500n]],
  [101n, 1, [100n, 399n]],
])('a hold of %s books alternative %s', async (amount, alternative, balances) => {
  const { platform, poor, rich, either } = await newAccounts();
  const post = { subject: randomUUID(), step: 'CARD_HOLD', ...either(amount) };

  const first = await platform.ledger.post(post);
  await platform.fund(poor, 1_000n);
  const again = await platform.ledger.post(post);

  expect([first.alternative, first.replayed]).toEqual([alternative, false]);
  expect(again).toMatchObject({ alternative, replayed: true, journalId: first.journalId });
  const { balance: ofPoor = 0n } = await balancesOf(platform, poor);
  const { balance: ofRich } = await balancesOf(platform, rich);
  expect([ofPoor - 1_000n, ofRich]).toEqual(balances);
  await soundBooks(platform);
});

test('if no alternative is possible, the key stays free', async () => {
  const { platform, rich, either } = await newAccounts();
  const key = { subject: randomUUID(), step: 'CARD_HOLD' };

  const refused = platform.ledger.post({ ...key, ...either(501n) });

  await expect(refused).rejects.toMatchObject({
    code: ErrorCode.INVALID_AMOUNT,
    details: { reason: 'INSUFFICIENT_BALANCE' },
  });
  await platform.fund(rich, 1n);
  expect(await platform.ledger.post({ ...key, ...either(501n) })).toMatchObject({ alternative: 1, replayed: false });
});

test('other alternatives under a booked key are refused', async () => {
  const { platform, poor, either } = await newAccounts();
  const key = { subject: randomUUID(), step: 'CARD_HOLD' };
  await platform.ledger.post({ ...key, ...either(50n) });

  const attempt = platform.ledger.post({ ...key, legs: hold(poor, 50n) });

  await expect(attempt).rejects.toMatchObject({ details: { reason: 'LEDGER_KEY_REUSED' } });
});

test('of concurrent posts with alternatives, none spends more than the balances', async () => {
  const { platform, poor, rich, either } = await newAccounts();

  const posts = Array.from({ length: 200 }, () =>
    platform.ledger.post({ subject: randomUUID(), step: 'CARD_HOLD', ...either(10n) }),
  );
  const booked = (await Promise.allSettled(posts)).filter(({ status }) => status === 'fulfilled');

  expect(booked).toHaveLength(60);
  expect([await balancesOf(platform, poor), await balancesOf(platform, rich)]).toMatchObject([{ balance: 0n }, { balance: 0n }]);
  await soundBooks(platform);
});

test('alternatives have no limited legs', async () => {
  const { platform, poor, either } = await newAccounts();
  const limited = hold(poor, 10n).map((leg) => (leg.amount < 0n ? { ...leg, restFrom: house(HouseAccountKind.FX) } : leg));

  const attempt = platform.ledger.post({ subject: randomUUID(), step: 'HOLD', ...either(10n), legs: limited });

  await expect(attempt).rejects.toMatchObject({ details: { errors: [{ field: 'otherwise' }] } });
});
