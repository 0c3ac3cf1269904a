// The pages for developers in a real browser: readable for everyone, and an explorer that makes calls.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, chromiumPath, openBrowser } from '../../kit/chromium.ts';
import { patienceMs } from '../../kit/patience.ts';
import { startWorld } from '../../kit/platform.ts';
import { complaintsOf, overflows, picture } from '../hosted/hosted-page.ts';

const absence = chromiumPath ? '' : ' (skipped: there is none, set CHROMIUM_PATH)';

describe.skipIf(!chromiumPath)(`in Chromium${absence}`, () => {
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    const world = await startWorld();
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    browser = await openBrowser(chromiumPath ?? '');
    browser.page.setDefaultTimeout(patienceMs);
  });
  afterAll(async () => {
    await browser?.close();
  });

  test.each([
    ['landing', '/'],
    ['guide', '/docs/guides'],
  ])('%s is accessible and fits, on a phone and on a desktop, in light and dark mode', async (name, path) => {
    const { page } = browser;
    await page.goto(origin + path);

    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 740 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const shown = `${name}-${width}-${colorScheme}`;
        await picture(page, shown);
        expect(await complaintsOf(page), shown).toEqual([]);
        expect(await overflows(page), shown).toBe(false);
      }
    }
  });

  test('the explorer lists the operations, and makes a call with the credentials of the sandbox', async () => {
    const { page } = browser;
    const errors: string[] = [];
    const strangers: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on(
      'request',
      (request) => !/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(origin) && strangers.push(request.url()),
    );
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.goto(`${origin}/docs`);
    await page.getByRole('heading', { name: 'Payments platform' }).waitFor();
    await page.goto(`${origin}/docs#tag/platform-configuration/GET/config`);
    await page
      .getByRole('button', { name: /test request/i })
      .first()
      .click();
    const answered = page.waitForResponse((response) => response.url() === `${origin}/2025-10-13/config`);
    await page.getByRole('button', { name: /^send/i }).first().click();
    const answer = await answered;
    await picture(page, 'explorer');

    expect(answer.status()).toBe(200);
    expect(strangers).toEqual([]);
    expect(errors).toEqual([]);
  });
});
