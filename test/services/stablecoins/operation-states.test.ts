// Mints and burns after they were requested: the outcomes of the sandbox, and the memo ledger.
import { expect, test } from 'vitest';
import { stepsOf } from '../../kit/books.ts';
import { startWorld } from '../../kit/platform.ts';
import { bank, steps as booked, type Kind, memoOf, newIssuer, request, show, wallet } from './operations-world.ts';

const world = await startWorld();
const { minted, unminted, burned, unburned } = booked;
const waits = ['PENDING_FUNDING', 'PENDING_FUNDING'];
const starts = ['PENDING_PROVIDER', 'PENDING_PROVIDER'];
const late = ['PROCESSING', 'PROCESSING', 'FAILED'];
// At once and after the given seconds; the last suffix is that of the description or of an account.
test.each<[Kind, string, string, number[], string[], string | undefined, string[]]>([
  ['a mint by wire', 'no', '', [4, 2, 5], [...waits, 'PROCESSING', 'COMPLETED'], undefined, minted],
  ['a mint by debit', 'no', '', [1, 2, 5], [...starts, 'PROCESSING', 'COMPLETED'], undefined, minted],
  ['a burn from a wallet', 'no', '', [4, 2, 5], [...waits, 'PROCESSING', 'COMPLETED'], undefined, burned],
  ['a burn of a balance', 'no', '', [1, 2, 5], [...starts, 'PROCESSING', 'COMPLETED'], undefined, burned],
  ['a mint by wire', 'description', '004', [10], ['FAILED', 'FAILED'], 'PROVIDER_REJECTED', []],
  ['a burn of a balance', 'description', '004', [10], ['FAILED', 'FAILED'], 'PROVIDER_REJECTED', []],
  ['a mint by wire', 'description', '001', [60, 7 * 86_400], [...waits, 'EXPIRED'], undefined, []],
  ['a burn from a wallet', 'description', '006', [29, 2], [...waits, 'EXPIRED'], undefined, []],
  ['a mint by wire', 'wallet', '002', [4, 2], [...waits, 'FAILED'], 'PROVIDER_TRANSFER_FAILED', unminted],
  ['a mint by wire', 'wallet', '003', [4, 2], [...waits, 'FAILED'], 'PROVIDER_TRANSFER_FAILED', unminted],
  ['a mint by wire', 'wallet', '004', [4, 2], [...waits, 'FAILED'], 'PROVIDER_TRANSFER_FAILED', unminted],
  ['a mint by wire', 'wallet', '005', [4, 2, 28, 2], [...waits, ...late], 'PROVIDER_TRANSFER_FAILED', unminted],
  ['a mint by debit', 'bank', '002', [1, 2], [...starts, 'FAILED'], 'PROVIDER_TRANSFER_FAILED', unminted],
  ['a mint by debit', 'bank', '004', [1, 2], [...starts, 'FAILED'], 'PROVIDER_TRANSFER_FAILED', unminted],
  ['a mint by debit', 'bank', '005', [1, 2, 28, 2], [...starts, ...late], 'PROVIDER_TRANSFER_FAILED', unminted],
  ['a burn from a wallet', 'bank', '003', [4, 2], [...waits, 'FAILED'], 'PROVIDER_TRANSFER_FAILED', unburned],
  ['a burn from a wallet', 'bank', '005', [4, 2, 28, 2], [...waits, ...late], 'PROVIDER_TRANSFER_FAILED', unburned],
  ['a burn of a balance', 'bank', '002', [1, 2], [...starts, 'FAILED'], 'PROVIDER_TRANSFER_FAILED', unburned],
])('%s with %s suffix %s', async (kind, place, suffix, seconds, statuses, failureReason, steps) => {
  const tenant = await world.newPlatform();
  const plain = await newIssuer(tenant);
  const issuer = {
    ...plain,
    ...(place === 'bank' && { bankId: await bank(tenant, suffix) }),
    ...(place === 'wallet' && { walletId: await wallet(tenant, suffix) }),
  };
  const { status, body } = await request(tenant, issuer, kind, place === 'description' ? { description: `Order ${suffix}` } : {});
  const seen = [body];
  for (const pause of seconds) {
    await tenant.advance(pause);
    seen.push(await show(tenant, body.id));
  }

  expect([status, ...seen.map((one) => one.status)]).toEqual([201, ...statuses]);
  for (const one of seen) {
    expect(one.failureReason).toBe(one.status === 'FAILED' ? failureReason : undefined);
    expect('fundingInstructions' in one, one.status).toBe(one.status === 'PENDING_FUNDING');
  }
  expect(await stepsOf(world.databaseUrl, body.id)).toEqual(steps);
});

test('the memo ledger shows what is in circulation, and what backs it', async () => {
  const tenant = await world.newPlatform();
  const issuer = await newIssuer(tenant);
  const memo = () => memoOf(world.databaseUrl, tenant.id, issuer);

  for (const kind of ['a mint by wire', 'a mint by debit'] as const) await request(tenant, issuer, kind);
  await tenant.advance(6);
  expect(await memo()).toEqual({ WORLD: -500, CLEARING: 500 });
  await tenant.advance(6);
  expect(await memo()).toEqual({ WORLD: -500, BACKING: 500, OUTSTANDING: 5_000_000, ISSUER: -5_000_000 });
  await request(tenant, issuer, 'a burn from a wallet');
  await tenant.advance(6);
  expect(await memo()).toMatchObject({ OUTSTANDING: 2_500_000, BURNING: 2_500_000, BACKING: 500 });
  await tenant.advance(6);
  expect(await memo()).toEqual({ WORLD: -250, BACKING: 250, OUTSTANDING: 2_500_000, ISSUER: -2_500_000 });
});
