// The page of a revealed card in a real browser: alone, and in frames of the platform and of others.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, chromiumPath, openBrowser } from '../../kit/chromium.ts';
import { patienceMs } from '../../kit/patience.ts';
import { startWorld, type World } from '../../kit/platform.ts';
import { cardMaker, newCardholder } from '../../services/cards/cards-world.ts';
import { complaintsOf, overflows, picture } from './hosted-page.ts';

const where = chromiumPath ?? '';
const absence = chromiumPath ? '' : ' (skipped: there is none, set CHROMIUM_PATH)';

describe.skipIf(!chromiumPath)(`in Chromium${absence}`, () => {
  let world: World;
  let browser: Browser;
  let origin: string;
  let cardId: string;
  beforeAll(async () => {
    world = await startWorld();
    cardId = await cardMaker(world, await newCardholder(world))('ACTIVE');
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    browser = await openBrowser(where);
    browser.page.setDefaultTimeout(patienceMs);
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function newPage(): Promise<string> {
    const { body } = await world.rest('POST', `/cards/${cardId}/reveal`);
    return origin + new URL(body.panEmbedUrl).pathname;
  }

  /** On a phone and on a desktop, in light and dark mode. */
  async function audit(name: string) {
    const { page } = browser;
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 480 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const shown = `${name}-${width}-${colorScheme}`;
        await picture(page, shown);
        expect(await complaintsOf(page), shown).toEqual([]);
        expect(await overflows(page), shown).toBe(false);
      }
    }
  }

  test('the page is accessible, also when it is over', async () => {
    const { page } = browser;
    const url = await newPage();

    await page.goto(url);
    expect(await page.title()).toBe('Card details');
    await audit('card');
    await page.reload();
    expect(await page.title()).toBe('Card details are no longer available');
    await audit('card-over');
  });

  test.each([
    ['http://localhost:3000', true],
    ['http://localhost:3001', false],
  ])('in a frame of %s, the card is shown: %s', async (parent, isShown) => {
    const { page } = browser;
    const url = await newPage();
    const logged: string[] = [];
    page.on('console', (message) => void logged.push(message.text()));
    await page.context().grantPermissions(['local-network-access']); // the routed page counts as public
    await page.route(`${parent}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<title>A platform</title><iframe title="Card" src="${url}"></iframe>` }),
    );

    await page.goto(`${parent}/`);

    const [frame] = page.frames().filter((one) => one.parentFrame());
    const text = await frame?.locator('body').innerText();
    expect(text?.includes('Security code')).toBe(isShown);
    expect(logged.some((message) => message.includes('frame-ancestors'))).toBe(!isShown);
  });
});
