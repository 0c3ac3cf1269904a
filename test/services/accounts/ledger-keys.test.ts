// The keys of the ledger: one booking per key, whatever is repeated.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { type Platform, startAccounts } from './accounts-world.ts';
import { balancesOf, hold, soundBooks } from './journals.ts';

let platform: Platform;

const ours = await startAccounts();
afterAll(() => ours.close());

test('a repeated key returns the first result', async () => {
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
  await soundBooks(platform);
});

test('of concurrent posts under one key with different legs one is booked, the others are refused', async () => {
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
  await soundBooks(platform);
});

test('a voided step is never booked, and a booked one cannot be voided', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 500n);
  const [voided, booked] = [1, 2].map(() => ({ subject: randomUUID(), step: 'HOLD' }));

  const first = await platform.ledger.voidStep({ ...voided });
  const again = await platform.ledger.voidStep({ ...voided });
  const attempt = platform.ledger.post({ ...voided, legs: hold(account, 200n) });
  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.CONFLICT, details: { reason: 'LEDGER_STEP_VOIDED' } });
  await platform.ledger.post({ ...booked, legs: hold(account, 300n) });
  const late = await platform.ledger.voidStep({ ...booked });

  expect([first, again, late].map(({ isBooked }) => isBooked)).toEqual([false, false, true]);
  expect(await balancesOf(platform, account)).toEqual({ balance: 200n, totalBalance: 500n });
  expect((await platform.ledger.listJournals({ subject: voided?.subject ?? '' })).journals).toEqual([]);
  await soundBooks(platform);
});

test('of a post and many concurrent voids either the post or all voids win', async () => {
  platform = ours.newPlatform();
  const account = await platform.newAccount();
  await platform.fund(account, 2_000n);

  for (let round = 0; round < 20; round++) {
    const key = { subject: randomUUID(), step: 'HOLD' };
    const [post, ...voids] = await Promise.allSettled([
      platform.ledger.post({ ...key, legs: hold(account, 100n) }),
      ...Array.from({ length: 10 }, () => platform.ledger.voidStep(key)),
    ]);

    const isBooked = post.status === 'fulfilled';
    expect(voids).toEqual(voids.map(() => ({ status: 'fulfilled', value: expect.objectContaining({ isBooked }) })));
  }
  await soundBooks(platform);
});
