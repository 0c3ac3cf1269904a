// The console in a real browser: a payment is made, followed and changed.
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, chromiumPath, openBrowser } from '../../kit/chromium.ts';
import { patienceMs } from '../../kit/patience.ts';
import { makePayee, makePayer, makeQuote, type Payer } from '../../kit/payments.ts';
import { startWorld, type World } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { judge } from '../hosted/hosted-page.ts';

const absence = chromiumPath ? '' : ' (skipped: there is none, set CHROMIUM_PATH)';

describe.skipIf(!chromiumPath)(`in Chromium${absence}`, () => {
  let browser: Browser;
  let page: Page;
  let world: World;
  let origin: string;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let customer: Payer;
  const errors: string[] = [];
  const strangers: string[] = [];
  beforeAll(async () => {
    world = await startWorld({ requestLog: true });
    receiver = await startReceiver();
    await world.rest('PATCH', '/config', { body: { webhookEndpoint: receiver.url } });
    customer = await makePayer(world.rest, 50_000);
    const quote = await makeQuote(world.rest, { from: customer.accountId, to: await makePayee(world.rest, customer.customerId) });
    await world.rest('POST', `/quotes/${quote.id}/execute`);
    await world.settle();
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    browser = await openBrowser(chromiumPath ?? '');
    page = browser.page;
    page.setDefaultTimeout(patienceMs);
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('request', (request) => request.url().startsWith(origin) || strangers.push(request.url()));
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** As a new visit. */
  async function open(place: string): Promise<void> {
    await page.goto('about:blank');
    await page.goto(`${origin}/console${place}`);
  }

  const follow = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

  test('a payment appears live, and its timeline shows states, journals and webhooks, which can be repeated', async () => {
    await open('');
    await page.getByText('Live: further requests').waitFor();
    await follow('Sandbox');
    await page.getByRole('button', { name: 'payment.returned' }).click();
    await page.getByText('Done:').waitFor();
    await judge(page, 'console-sandbox');

    await follow('Requests');
    await page
      .getByRole('link', { name: /^POST \/quotes\/Quote:…\w+\/execute$/ })
      .first()
      .waitFor();
    await judge(page, 'console-requests');
    await page
      .getByRole('link', { name: /execute$/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Response body' }).waitFor();
    await judge(page, 'console-request');

    await follow('Payments');
    await page
      .getByRole('row', { name: /OUTGOING COMPLETED USD 200\.00 EUR/ })
      .getByRole('link')
      .first()
      .click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Journal SETTLE').waitFor();
    await timeline
      .getByRole('listitem')
      .filter({ hasText: 'Webhook OUTGOING_PAYMENT.COMPLETED' })
      .getByText('Attempt 1')
      .waitFor();
    await page.getByRole('button', { name: 'Advance 30 s' }).click();
    await timeline.getByText('Webhook OUTGOING_PAYMENT.REFUND_COMPLETED').waitFor();
    await judge(page, 'console-payment');
    const sent = receiver.types().length;
    await timeline.getByRole('button', { name: 'Resend OUTGOING_PAYMENT.PENDING' }).click();
    await expect.poll(() => receiver.types().slice(sent)).toContain('OUTGOING_PAYMENT.PENDING');

    expect(errors).toEqual([]);
    expect(strangers).toEqual([]);
  });

  test('customers, webhooks and the ledger are shown, and errors are said', async () => {
    await open(`#/customers/${customer.customerId}`);
    await page.getByRole('row', { name: /^USD 490\.00 USD \S+ ACTIVE INTERNAL_FIAT/ }).waitFor();
    await page.getByRole('button', { name: 'Add USD 100.00' }).click();
    await page.getByRole('row', { name: /^USD 590\.00 USD \S+ ACTIVE INTERNAL_FIAT/ }).waitFor();
    await judge(page, 'console-customer');

    await follow('Webhooks');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/\d+ events are sent again\./).waitFor();
    await judge(page, 'console-webhooks');
    await page.getByRole('link', { name: 'OUTGOING_PAYMENT.COMPLETED' }).first().click();
    await page.getByText('Attempt 1').first().waitFor();
    await judge(page, 'console-webhook');

    await follow('Ledger');
    await page.getByText('SETTLE').first().waitFor();
    await judge(page, 'console-ledger');

    await open('#/payments/Transaction:00000000-0000-7000-8000-000000000000');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('404 TRANSACTION_NOT_FOUND');
  });

  test('everything can be reached with the keyboard, and a visitor without credentials signs in', async () => {
    await open('#/requests');
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    await page.getByRole('link', { name: 'Ledger' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');

    const tenant = await world.newPlatform();
    await page.route('**/console', async (route) => {
      const answer = await route.fetch();
      const settings = `data-settings="{&quot;prefix&quot;:&quot;./2025-10-13&quot;}"`;
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/data-settings="[^"]*"/, settings) });
    });
    await page.evaluate(() => sessionStorage.clear());
    await open('');
    await page.getByLabel('Client id').fill(tenant.clientId);
    await page.getByLabel('Client secret').fill('wrong');
    await judge(page, 'console-sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('401 UNAUTHORIZED').waitFor();
    await page.getByLabel('Client secret').fill(tenant.clientSecret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No requests yet.').waitFor();
  });
});
