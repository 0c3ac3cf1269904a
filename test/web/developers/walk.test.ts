// The first hour of a developer in a real browser: a payment from the explorer, its timeline, a return, a fork, snapshots and a reset.
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, chromiumPath, openBrowser } from '../../kit/chromium.ts';
import { comeToRest } from '../../kit/forks.ts';
import { patienceMs, testPatienceMs } from '../../kit/patience.ts';
import { startWorld, type World } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { judge } from '../hosted/hosted-page.ts';
import { callInExplorer, type Operation } from './explorer.ts';

const absence = chromiumPath ? '' : ' (skipped: there is none, set CHROMIUM_PATH)';

/** It consists of many visits. */
const timeout = 3 * testPatienceMs;

describe.skipIf(!chromiumPath)(`in Chromium${absence}`, () => {
  let browser: Browser;
  let world: World;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let origin: string;
  const errors: string[] = [];
  beforeAll(async () => {
    world = await startWorld({ requestLog: true });
    receiver = await startReceiver();
    await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    browser = await openBrowser(chromiumPath ?? '');
    browser.page.context().setDefaultTimeout(patienceMs);
    browser.page.on('pageerror', (error) => errors.push(error.message));
  });
  afterAll(async () => {
    await browser?.close();
  });

  test('a payment of the explorer is followed, returned, forked, broken in the fork alone, and reset', { timeout }, async () => {
    const { page } = browser;
    await page.goto(origin);
    await page.getByRole('link', { name: 'Console' }).click();
    await page.getByText('Live: further requests').waitFor();
    const explorer = await page.context().newPage();
    await explorer.goto(origin);
    await explorer.getByRole('link', { name: 'API explorer' }).click();
    const transactionId = await payIn(explorer);
    await explorer.close();

    await followPayment(page, transactionId);
    await resend(page, receiver);
    const returned = await returnPayment(page);

    const both = [transactionId, returned].toSorted();

    await comeToRest(world);
    await breakFork(page, both);
    await page.getByLabel('Platform').selectOption('Original');
    expect(await payments(page)).toEqual(both);

    await comeToRest(world);
    await resetAndRestore(page, both);
    await reset(page);
    expect(await payments(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
});

const follow = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

/** The payment of the README. Returns the id of its transaction. */
async function payIn(page: Page): Promise<string> {
  const customer = await callInExplorer(page, createCustomer, {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'] },
  });
  const accounts = await callInExplorer(page, listAccounts, { parameters: { customerId: customer.id, currency: 'USD' } });
  const accountId = accounts.data[0].id;
  await callInExplorer(page, fundAccount, { parameters: { accountId }, body: { amount: 100_000 } });
  const payee = await callInExplorer(page, createExternalAccount, {
    body: { customerId: customer.id, currency: 'EUR', accountInfo: european },
  });
  const quote = await callInExplorer(page, createQuote, {
    body: {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payee.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 20_000,
    },
  });
  const executed = await callInExplorer(page, executeQuote, { parameters: { quoteId: quote.id } });
  return executed.transactionId;
}

const createCustomer: Operation = { group: 'Customers', name: 'Create customer', method: 'POST', path: '/customers' };
const listAccounts: Operation = {
  group: 'Internal Accounts',
  name: 'List customer internal accounts',
  method: 'GET',
  path: '/customers/internal-accounts',
};
const fundAccount: Operation = {
  group: 'Sandbox',
  name: 'Fund internal account',
  method: 'POST',
  path: '/sandbox/internal-accounts/{accountId}/fund',
};
const createExternalAccount: Operation = {
  group: 'External Accounts',
  name: 'Create external account',
  method: 'POST',
  path: '/customers/external-accounts',
};
const createQuote: Operation = { group: 'Cross-Currency Transfers', name: 'Create quote', method: 'POST', path: '/quotes' };
const executeQuote: Operation = {
  group: 'Cross-Currency Transfers',
  name: 'Execute quote',
  method: 'POST',
  path: '/quotes/{quoteId}/execute',
};

const european = {
  accountType: 'EUR_ACCOUNT',
  iban: 'DE89370400440532013000',
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
};

const timelineOf = (page: Page) => page.getByRole('region', { name: 'Timeline' });

/** Opens the payment from its entry in the request log, and follows it to its ledger legs and webhooks. */
async function followPayment(page: Page, transactionId: string): Promise<void> {
  await page.getByRole('link', { name: /execute$/ }).click();
  await page.getByTitle(transactionId).first().click();
  await page.getByRole('heading', { name: 'Payment COMPLETED' }).waitFor();
  const timeline = timelineOf(page);
  for (const step of ['HOLD', 'DISPATCH', 'SETTLE']) {
    const legs = timeline.getByRole('group', { name: `Legs of ${step}` });
    await legs
      .getByRole('row', { name: /[A-Z]{3} [+-][\d,]+$/ })
      .first()
      .waitFor();
  }
  await timeline.getByText('Rail call submit').waitFor();
  await webhook(page, 'OUTGOING_PAYMENT.COMPLETED').getByText('Attempt 1').waitFor();
}

const webhook = (page: Page, type: string) =>
  timelineOf(page)
    .getByRole('listitem')
    .filter({ hasText: `Webhook ${type}` });

async function resend(page: Page, receiver: { types(): string[] }): Promise<void> {
  const before = receiver.types().length;
  await page.getByRole('button', { name: 'Resend OUTGOING_PAYMENT.COMPLETED' }).click();
  await webhook(page, 'OUTGOING_PAYMENT.COMPLETED').getByText('Attempt 2').waitFor();
  expect(receiver.types().slice(before)).toContain('OUTGOING_PAYMENT.COMPLETED');
  await judge(page, 'walk-payment');
}

/** A payment that the bank returns when the clock has moved. Returns its id. */
async function returnPayment(page: Page): Promise<string> {
  await follow(page, 'Sandbox');
  await page.getByRole('button', { name: 'payment.returned' }).click();
  await page.getByText('Done:').locator('a[title^="Transaction:"]').click();
  await page.getByRole('heading', { name: 'Payment COMPLETED' }).waitFor();
  await timelineOf(page).getByText('Job follow-up WAITING').waitFor();
  await page.getByRole('button', { name: 'Advance 30 s' }).click();
  await page.getByRole('heading', { name: 'Payment FAILED' }).waitFor();
  await webhook(page, 'OUTGOING_PAYMENT.REFUND_COMPLETED').getByText('Attempt 1').waitFor();
  await timelineOf(page).getByText('Rail call check').waitFor();
  return decodeURIComponent(new URL(page.url()).hash.split('/').at(-1) ?? '');
}

/** Removes everything in a fork, which has the same payments before. */
async function breakFork(page: Page, both: readonly string[]): Promise<void> {
  await follow(page, 'Sandbox');
  await page.getByRole('button', { name: 'Fork', exact: true }).click();
  await page.getByRole('button', { name: 'Open the fork' }).click();
  await page.getByText('Fork 1 is shown.').waitFor();
  expect(await payments(page)).toEqual(both);
  await reset(page);
  await judge(page, 'walk-fork');
  expect(await payments(page)).toEqual([]);
}

async function resetAndRestore(page: Page, both: readonly string[]): Promise<void> {
  await follow(page, 'Sandbox');
  await page.getByLabel('Name').fill('two payments');
  await page.getByRole('button', { name: 'Take a snapshot' }).click();
  await page.getByRole('listitem').filter({ hasText: 'two payments' }).waitFor();
  await judge(page, 'walk-snapshot');
  await reset(page);
  expect(await payments(page)).toEqual([]);
  await follow(page, 'Sandbox');
  await page.getByRole('button', { name: 'Restore two payments' }).click();
  await page.getByText('Done.').waitFor();
  expect(await payments(page)).toEqual(both);
}

async function reset(page: Page): Promise<void> {
  await follow(page, 'Sandbox');
  const sure = page.getByLabel('Remove all data');
  await sure.check();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Reset' }).waitFor({ state: 'detached' });
}

/** The outgoing payments that the console shows, in the order of their ids. */
async function payments(page: Page): Promise<string[]> {
  await follow(page, 'Payments');
  const rows = page.getByRole('row', { name: /OUTGOING/ }).locator('a[title^="Transaction:"]');
  await page.getByText('No payments.').or(rows.first()).first().waitFor();
  return rows.evaluateAll((links) => links.map((link) => String(link.getAttribute('title'))).toSorted());
}
