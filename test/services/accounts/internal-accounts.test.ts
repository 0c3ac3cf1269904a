// Internal accounts: creation and changes.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import {
  type InternalAccount,
  InternalAccountStatus,
  InternalAccountType,
} from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { available, type Platform, startAccounts, world } from './accounts-world.ts';

const ours = await startAccounts();
afterAll(() => ours.close());

const newCustomer = () => `Customer:${randomUUID()}`;

async function accountsOf(platform: Platform, customerId: string): Promise<InternalAccount[]> {
  const { data } = await platform.internalAccounts.listCustomerInternalAccounts({ customerId });
  return data;
}

test('a customer gets one account per currency, active immediately in the sandbox', async () => {
  const platform = ours.newPlatform();
  const customerId = newCustomer();

  await platform.directory.openCustomerAccounts({ openings: [{ customerId, currencies: ['USD', 'BTC'] }] });

  const accounts = await accountsOf(platform, customerId);
  expect(accounts.map(({ balance, type, status }) => [balance?.currency?.code, type, status]).sort()).toEqual([
    ['BTC', InternalAccountType.INTERNAL_CRYPTO, InternalAccountStatus.ACTIVE],
    ['USD', InternalAccountType.INTERNAL_FIAT, InternalAccountStatus.ACTIVE],
  ]);
  expect(accounts.every((account) => account.customerId === customerId && account.privateEnabled === undefined)).toBe(true);
});

test('repeated and concurrent openings add only what is missing', async () => {
  const platform = ours.newPlatform();
  const customerId = newCustomer();
  const open = (currencies: string[]) => platform.directory.openCustomerAccounts({ openings: [{ customerId, currencies }] });

  await Promise.all([open(['USD', 'EUR']), open(['EUR', 'USD']), open(['USD', 'EUR', 'EUR'])]);
  await open(['EUR', 'GBP']);

  const accounts = await accountsOf(platform, customerId);
  expect(accounts.map(({ balance }) => balance?.currency?.code).sort()).toEqual(['EUR', 'GBP', 'USD']);
  const { totalCount } = await platform.internalAccounts.listCustomerInternalAccounts({});
  expect(totalCount).toBe(3n);
});

test('of many customers each gets the missing accounts, and deleted ones get none', async () => {
  const platform = ours.newPlatform();
  const { directory } = platform;
  const [fresh, known, gone] = [newCustomer(), newCustomer(), newCustomer()] as const;
  await directory.openCustomerAccounts({
    openings: [known, gone].map((customerId) => ({ customerId, currencies: ['EUR'] })),
  });
  await directory.closeCustomerAccounts({ customerId: gone });
  const openings = [fresh, known, gone].map((customerId) => ({ customerId, currencies: ['USD', 'EUR'] }));

  await Promise.all([
    directory.openCustomerAccounts({ openings }),
    directory.openCustomerAccounts({ openings: openings.toReversed() }),
  ]);

  const codesOf = async (customerId: string) =>
    (await accountsOf(platform, customerId)).map(({ balance }) => balance?.currency?.code).sort();
  expect(await Promise.all([fresh, known, gone].map(codesOf))).toEqual([['EUR', 'USD'], ['EUR', 'USD'], ['EUR']]);
  const { totalCount } = await platform.internalAccounts.listCustomerInternalAccounts({});
  expect(totalCount).toBe(5n);
});

test('an account closed by its operator does not block other ones', async () => {
  const platform = ours.newPlatform();
  const { directory } = platform;
  const customerId = newCustomer();
  const openings = (...currencies: string[]) => ({ openings: [{ customerId, currencies }] });
  await directory.openCustomerAccounts(openings('USD'));
  await directory.openPlatformAccounts({ currencies: ['USD'] });
  const { data: own } = await platform.internalAccounts.listPlatformInternalAccounts({});
  for (const { id: accountId } of [...own, ...(await accountsOf(platform, customerId))]) {
    await directory.changeInternalAccountStatus({ accountId, change: InternalAccountChange.CLOSED });
  }

  await directory.openCustomerAccounts(openings('USD', 'EUR'));
  await directory.openPlatformAccounts({ currencies: ['USD', 'EUR'] });

  const summary = (accounts: readonly InternalAccount[]) =>
    accounts.map(({ balance, status }) => [balance?.currency?.code, status]).sort();
  const expected = [
    ['EUR', InternalAccountStatus.ACTIVE],
    ['USD', InternalAccountStatus.CLOSED],
  ];
  expect(summary(await accountsOf(platform, customerId))).toEqual(expected);
  expect(summary((await platform.internalAccounts.listPlatformInternalAccounts({})).data)).toEqual(expected);
});

test('a code that no currency can have is refused', async () => {
  const platform = ours.newPlatform();

  const attempt = platform.directory.openCustomerAccounts({
    openings: [{ customerId: newCustomer(), currencies: ['USD', 'usd'] }],
  });

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.INVALID_CURRENCY });
});

test('production accounts wait for their provider, and have no coordinates unless a rail issues them', async () => {
  const platform = ours.newPlatform('production');
  const customerId = newCustomer();
  await platform.directory.openCustomerAccounts({ openings: [{ customerId, currencies: ['EUR'] }] });
  const [pending] = await accountsOf(platform, customerId);

  const accountId = pending?.id ?? '';
  await platform.directory.changeInternalAccountStatus({ accountId, change: InternalAccountChange.PROVISIONED });

  await ours.settle();
  const [active] = await accountsOf(platform, customerId);
  expect(pending).toMatchObject({ status: InternalAccountStatus.PENDING, fundingPaymentInstructions: [] });
  expect(active).toMatchObject({ status: InternalAccountStatus.ACTIVE });
  expect(active?.fundingPaymentInstructions).toEqual([]);
  expect(ours.events.filter(({ resource }) => resource === accountId).map(({ type, sequence }) => [type, sequence])).toEqual([
    ['INTERNAL_ACCOUNT.STATUS_UPDATED', 1n],
  ]);
});

test('a closed customer keeps its money and gets no new accounts', async () => {
  const platform = ours.newPlatform();
  const customerId = newCustomer();
  await platform.directory.openCustomerAccounts({ openings: [{ customerId, currencies: ['USD'] }] });
  const [account] = await accountsOf(platform, customerId);
  const id = account?.id ?? '';
  await platform.fund(id.slice('InternalAccount:'.length), 500n);

  await platform.directory.closeCustomerAccounts({ customerId });
  await platform.directory.closeCustomerAccounts({ customerId });
  await platform.directory.openCustomerAccounts({ openings: [{ customerId, currencies: ['EUR'] }] });

  await ours.settle();
  const closed = await accountsOf(platform, customerId);
  expect(closed).toMatchObject([
    { id, status: InternalAccountStatus.CLOSED, balance: { amount: 500n }, fundingPaymentInstructions: [] },
  ]);
  expect(ours.events.filter(({ resource }) => resource === id).map(({ type, sequence }) => [type, sequence])).toEqual([
    ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 1n],
    ['INTERNAL_ACCOUNT.STATUS_UPDATED', 2n],
    ['INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED', 3n],
  ]);
  const attempt = platform.ledger.post({
    subject: randomUUID(),
    step: 'IN',
    legs: [
      { account: world('RTP'), currency: 'USD', amount: -1n },
      { account: available(id.slice('InternalAccount:'.length)), currency: 'USD', amount: 1n },
    ],
  });
  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.INVALID_INPUT, details: { accountStatus: 'CLOSED' } });
});

test('a change that the status does not allow is refused, a repeated one is not', async () => {
  const platform = ours.newPlatform();
  const accountId = `InternalAccount:${await platform.newAccount()}`;
  const change = (change: InternalAccountChange) => platform.directory.changeInternalAccountStatus({ accountId, change });

  await change(InternalAccountChange.FROZEN);
  const { account } = await change(InternalAccountChange.FROZEN);
  const attempt = change(InternalAccountChange.RETRIED);

  expect(account?.status).toBe(InternalAccountStatus.FROZEN);
  await expect(attempt).rejects.toMatchObject({
    code: ErrorCode.CONFLICT,
    details: { reason: 'STATUS_MOVE_FORBIDDEN', accountStatus: 'FROZEN' },
  });
});

test('the event of a booking shows the account like its list', async () => {
  const platform = ours.newPlatform();
  const id = await platform.newAccount('USDC');
  ours.wall.advance(5);
  await platform.fund(id, 12_345n, 'USDC');

  await ours.settle();
  const event = ours.events.findLast(({ resource }) => resource === `InternalAccount:${id}`);
  const accountId = `InternalAccount:${id}`;
  await platform.directory.changeInternalAccountStatus({ accountId, change: InternalAccountChange.FROZEN });
  await ours.settle();
  const frozen = ours.events.findLast(({ resource }) => resource === accountId);

  expect({ ...event?.body.data, status: 'FROZEN' }).toEqual(frozen?.body.data);
  expect(Object.keys(event?.body.data ?? {})).toEqual(Object.keys(frozen?.body.data ?? {}));
});
