// Proofs of payments that are not required, or refused without being judged: they do not count towards the lock of the customer.
import { describe, expect, test } from 'vitest';
import { developer } from '../../kit/browser-passkey.ts';
import { scaCode } from '../../kit/european.ts';
import { makePayee, makePayer, quoteBody } from '../../kit/payments.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { authorizingIn } from './authorized-payments.ts';
import { accountOf, fund, sharedTransfers } from './transfers-world.ts';

const world = await sharedTransfers();
const { waiting, newPayer, newQuote, execute, authorize, resend } = authorizingIn(world);
const wrong = { code: '111111' };

const fail = (customerId: string) =>
  world.rest('POST', `/sca/record-event?customerId=${customerId}`, { body: { eventType: 'FAILED_LOGIN_ATTEMPT' } });
const verdict = ({ status, body }: RestAnswer) => [status, body.code, body.details?.reason];
const notRequired = [409, 'CONFLICT', 'SCA_NOT_REQUIRED'];
const nothingOpen = [409, 'CONFLICT', 'NO_OPEN_CHALLENGE'];

async function lock(customerId: string): Promise<void> {
  for (let failures = 0; failures < 5; failures++) await fail(customerId);
}

describe('an attempt does not count', () => {
  test('by another factor', async () => {
    const { payer, id } = await waiting();

    const refused = await authorize(id, { passkeyAssertion: {}, origin: developer.origin });

    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await fail(payer.customerId)).body.failedAttempts).toBe(1);
  });

  test('without a login', async () => {
    const { payer, id } = await waiting(await newPayer({ isLoggedIn: false }));

    expect((await authorize(id, wrong)).body.code).toBe('SCA_SESSION_REQUIRED');
    expect((await fail(payer.customerId)).body.failedAttempts).toBe(1);
  });

  test('within a second of the one before', async () => {
    const { payer, id } = await waiting();

    const statuses = [(await authorize(id, wrong)).status, (await authorize(id, wrong)).status];

    expect(statuses).toEqual([400, 429]);
    expect((await fail(payer.customerId)).body.failedAttempts).toBe(2);
  });

  test('while the customer is locked', async () => {
    const { payer, id } = await waiting();
    await lock(payer.customerId);

    expect((await authorize(id, wrong)).status).toBe(423);
    expect((await fail(payer.customerId)).body.details.failedAttempts).toBe(6);
  });
});

describe('refusals come in the order of the contract', () => {
  test('the lock, the state', async () => {
    const payer = await newPayer();
    const { body: quote } = await newQuote(payer);
    const open = verdict(await authorize(quote.id));
    await lock(payer.customerId);
    const locked = await authorize(quote.id);

    expect(open).toEqual(nothingOpen);
    expect([locked.status, locked.body.code]).toEqual([423, 'ACCOUNT_LOCKED']);
  });

  test('a payment of a customer elsewhere, or of the platform, has nothing to authorize', async () => {
    const { customerId, accountId } = await makePayer(world.rest);
    const platformAccount = await accountOf(world, undefined, 'EUR');
    await fund(world, platformAccount, 10_000);
    const paths = [
      { from: accountId, to: await makePayee(world.rest, customerId) },
      { from: platformAccount, to: (await newPayer({ amount: 0 })).accountId },
    ];

    for (const path of paths) {
      const { body: quote } = await world.rest('POST', '/quotes', { body: { ...quoteBody(path), scaFactor: 'TOTP' } });
      expect([verdict(await authorize(quote.id)), verdict(await resend(quote.id))]).toEqual([notRequired, notRequired]);
      const { body: executed } = await world.rest('POST', `/quotes/${quote.id}/execute`, { body: { scaFactor: 'TOTP' } });
      expect([executed.status, executed.scaChallenge]).toEqual(['COMPLETED', undefined]);
    }
  });
});

test.each([{ immediatelyExecute: true }, { immediatelyExecute: false }])(
  'a payment from an account of the platform needs no proof, for whomever it pays: %j',
  async ({ immediatelyExecute }) => {
    const { customerId } = await newPayer({ amount: 0 });
    const accountId = await accountOf(world, undefined, 'EUR');
    await fund(world, accountId, 10_000);
    const source = { sourceType: 'ACCOUNT', accountId, customerId };

    const made = await newQuote({ customerId, accountId }, { source, immediatelyExecute, scaFactor: 'TOTP' });
    const done = immediatelyExecute ? made : await execute(made.body.id, { scaFactor: 'TOTP' });

    expect([made.status, done.body.status], JSON.stringify(made.body)).toEqual([201, 'COMPLETED']);
    expect(await authorize(made.body.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  },
);

test('a resend that is too early says when it is possible', async () => {
  const { id } = await waiting();
  world.wall.advance(10_000);
  expect((await resend(id)).status).toBe(204);
  world.wall.advance(10_000);
  const early = await resend(id);
  for (const wait of [20_000, 30_000]) {
    world.wall.advance(wait);
    expect((await resend(id)).status).toBe(204);
  }
  world.wall.advance(30_000);
  const fourth = await resend(id);

  const waits = [early, fourth].map(({ status, body, headers }) => [status, body.code, headers['retry-after']]);
  expect(waits).toEqual([
    [429, 'RATE_LIMITED', '20'],
    [429, 'RATE_LIMITED', '200'],
  ]);
  expect((await authorize(id, { code: scaCode })).status).toBe(200);
});
