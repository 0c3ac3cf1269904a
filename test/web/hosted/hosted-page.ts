// The hosted page in a browser: its links and forms, and the violations that axe finds.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Tenant } from '../../kit/platform.ts';

/** The path of a new link, with its query. */
export async function newLink({ rest }: Pick<Tenant, 'rest'>, customerId: string, body: object = {}): Promise<string> {
  const { status, body: link } = await rest('POST', `/customers/${customerId}/kyc-link`, { body });
  expect(status, JSON.stringify(link)).toBe(201);
  const { pathname, search } = new URL(link.kycUrl);
  return pathname + search;
}

/** Sends the form, and waits for the next page. */
export async function press(page: Page, button: string): Promise<void> {
  const arrival = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name: button }).click();
  await arrival;
}

/** Sends the form, and waits until the browser requests the return page of the platform, and shows that there is none. */
export async function pressToLeave(page: Page, button: string, url: string): Promise<void> {
  const left = page.waitForRequest(url);
  const shown = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('chrome-error:'));
  await page.getByRole('button', { name: button }).click();
  await Promise.all([left, shown]);
}

/** Fills fields, selects options and attaches files, by their labels inside one part of the page. */
export async function fill(
  page: Page,
  group: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): Promise<void> {
  const part = page.getByRole('group', { name: group, exact: true });
  const place = (await part.count()) ? part : page.getByRole('region', { name: group, exact: true });
  for (const [label, value] of Object.entries(values)) {
    const field = place.getByLabel(label, { exact: true });
    if (typeof value === 'string') await fillOne(field, value);
    else await fillSeveral(place.getByRole('group', { name: label, exact: true }), value);
  }
}

/** Checks boxes by their labels, or fills text inputs starting with the first one. */
async function fillSeveral(group: Locator, values: readonly string[]): Promise<void> {
  const texts = group.locator('input:not([type=checkbox])');
  const isText = (await texts.count()) > 0;
  for (const [index, value] of values.entries()) {
    if (isText) await texts.nth(index).fill(value);
    else await group.getByLabel(value, { exact: true }).check();
  }
}

async function fillOne(field: Locator, value: string): Promise<void> {
  const kind = await field.evaluate(({ tagName, type }: HTMLInputElement) => (tagName === 'SELECT' ? 'select' : type));
  if (kind === 'select') await field.selectOption({ label: value });
  else if (kind === 'file') await field.setInputFiles({ name: value, mimeType: 'application/pdf', buffer: scan });
  else await field.fill(value);
}

const scan = Buffer.from('%PDF-1.7 the scan of a document');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe reports, by rule and element. The suggested countries are excluded: there are many, all alike. */
export async function complaintsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: object, options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
    };
    return (await axe.run({ exclude: [['option']] }, { resultTypes: ['violations'] })).violations;
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Whether anything overflows horizontally. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Whether everyone can use what is shown, and nothing overflows: on a desktop in light mode, and on a phone in dark mode. */
export async function judge(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [375, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const shown = `${name}-${width}-${colorScheme}`;
    await picture(page, shown);
    expect(await complaintsOf(page), shown).toEqual([]);
    expect(await overflows(page), shown).toBe(false);
  }
}

/** Saves a screenshot in the folder `SCREENSHOTS`; none by default. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
