// Lists of internal accounts.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { type InternalAccount, InternalAccountType } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { startAccounts } from './accounts-world.ts';

const ours = await startAccounts();
afterAll(() => ours.close());

const newCustomer = () => `Customer:${randomUUID()}`;

test("the platform's own accounts are listed separately", async () => {
  const platform = ours.newPlatform();
  await platform.directory.openPlatformAccounts({ currencies: ['USD', 'USDC'] });
  await platform.directory.openPlatformAccounts({ currencies: ['USDC', 'MXN'] });
  await platform.newAccount();

  const all = await platform.internalAccounts.listPlatformInternalAccounts({});
  const crypto = await platform.internalAccounts.listPlatformInternalAccounts({ type: InternalAccountType.INTERNAL_CRYPTO });
  const wallets = await platform.internalAccounts.listPlatformInternalAccounts({ type: InternalAccountType.EMBEDDED_WALLET });

  expect(all.data.map(({ balance }) => balance?.currency?.code).sort()).toEqual(['MXN', 'USD', 'USDC']);
  expect(all.data.every(({ customerId }) => customerId === undefined)).toBe(true);
  expect(all.data[0]?.fundingPaymentInstructions[0]?.isPlatformAccount).toBe(true);
  expect(crypto.data.map(({ balance }) => balance?.currency?.code)).toEqual(['USDC']);
  expect(wallets.data).toEqual([]);
});

test('pages go through all accounts, newest first, and filters narrow them', async () => {
  const platform = ours.newPlatform();
  for (let count = 0; count < 5; count++) {
    ours.wall.advance(1);
    await platform.directory.openCustomerAccounts({ openings: [{ customerId: newCustomer(), currencies: ['USD', 'EUR'] }] });
  }

  const seen: InternalAccount[] = [];
  const pages: number[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; ) {
    const page = await platform.internalAccounts.listCustomerInternalAccounts({ limit: 4, ...(cursor && { cursor }) });
    expect(page).toMatchObject({ totalCount: 10n, hasMore: page.nextCursor !== undefined });
    pages.push(page.data.length);
    seen.push(...page.data);
    cursor = page.nextCursor;
  }
  const euros = await platform.internalAccounts.listCustomerInternalAccounts({
    currency: 'EUR',
    type: InternalAccountType.INTERNAL_FIAT,
  });
  const none = await platform.internalAccounts.listCustomerInternalAccounts({ currency: 'ZZZ', customerId: newCustomer() });

  expect(pages).toEqual([4, 4, 2]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(10);
  const times = seen.map(({ createdAt }) => Number(createdAt?.seconds) * 1000 + Number(createdAt?.nanos) / 1e6);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  expect(euros).toMatchObject({ totalCount: 5n, hasMore: false });
  expect(none).toMatchObject({ data: [], totalCount: 0n, hasMore: false });
});

test('a malformed cursor is refused', async () => {
  const attempt = ours.newPlatform().internalAccounts.listCustomerInternalAccounts({ cursor: 'bm90IGEgY3Vyc29y' });

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT });
});

test('accounts of another platform never appear', async () => {
  const platform = ours.newPlatform();
  const stranger = ours.newPlatform();
  const accountId = `InternalAccount:${await platform.newAccount()}`;

  const { accounts } = await stranger.directory.getAccounts({ ids: [accountId, 'InternalAccount:none', 'ExternalAccount:none'] });
  const listed = await stranger.internalAccounts.listCustomerInternalAccounts({});
  const attempt = stranger.directory.changeInternalAccountStatus({ accountId, change: InternalAccountChange.FROZEN });

  expect(accounts).toEqual([]);
  expect(listed).toMatchObject({ data: [], totalCount: 0n });
  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.REFERENCE_NOT_FOUND });
});
