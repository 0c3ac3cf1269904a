// Calls that a person makes in the API explorer.
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page, Request, Response } from 'playwright-core';
import { expect } from 'vitest';

export interface Operation {
  /** As in the sidebar: `Customers`, `Create customer`. */
  readonly group: string;
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** As in the document: `/quotes/{quoteId}/execute`. */
  readonly path: string;
}

interface Filled {
  /** Of the path and the query. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Opens the operation, fills its form and sends it. Returns the body of the response. */
// biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
// oxlint-disable-next-line typescript/no-explicit-any
export async function callInExplorer(page: Page, operation: Operation, filled: Filled): Promise<any> {
  const { method, path } = operation;
  const { parameters = {}, body } = filled;
  await select(page, operation);
  await page
    .getByRole('button', { name: new RegExp(`test request.*${method} ${RegExp.escape(path)}\\)`, 'i') })
    .first()
    .click();
  const form = page.getByRole('dialog').first();
  for (const [name, value] of Object.entries(parameters)) await write(fieldOf(form, name), value);
  if (body) await write(form.locator('.cm-content[role="textbox"]'), JSON.stringify(body, null, 2));

  const answer = await send(form, operation, filled);
  expect(answer.ok(), await answer.text()).toBe(true);
  await form.getByText(`${answer.status()} `).first().waitFor();
  await form.getByRole('button', { name: 'Close Client' }).first().click();
  await form.waitFor({ state: 'hidden' });
  return answer.json();
}

/** Presses until the form has taken over what was typed, a moment later. Incomplete requests do not leave the browser. */
async function send(form: Locator, { method, path }: Operation, filled: Filled): Promise<Response> {
  const page = form.page();
  const isOperation = (url: URL) => isOf(url.href, path);
  await page.route(isOperation, (route) => (isComplete(route.request(), filled) ? route.continue() : route.abort()));
  for (;;) {
    const sending = page.waitForRequest((request) => request.method() === method && isOf(request.url(), path));
    await form.getByRole('button', { name: /^send/i }).first().click();
    const request = await sending;
    const answer = await request.response();
    if (!answer) continue;
    await page.unroute(isOperation);
    return answer;
  }
}

function isComplete(request: Request, { parameters = {}, body }: Filled): boolean {
  const url = decodeURIComponent(request.url());
  const hasBody = body === undefined || isDeepStrictEqual(parsed(request.postData()), body);
  return hasBody && Object.values(parameters).every((value) => url.includes(value));
}

/** Undefined for a text that is half taken over. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** In the sidebar. */
async function select(page: Page, { group, name }: Operation): Promise<void> {
  const sidebar = page.getByRole('complementary').first();
  const operation = sidebar.getByRole('link', { name: new RegExp(`^${name} HTTP Method`) });
  const opening = sidebar.getByRole('button', { name: `Open Group - ${group}` });
  await operation.or(opening).first().waitFor();
  if (await opening.isVisible()) await opening.click();
  await operation.click();
}

/** The value of the row of a parameter. */
const fieldOf = (form: Locator, name: string): Locator =>
  form
    .getByRole('row', { name: new RegExp(`\\b${name}\\b`) })
    .getByRole('combobox')
    .last();

/** Replaces the text of an editor. */
async function write(editor: Locator, text: string): Promise<void> {
  const page = editor.page();
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

/** Whether a URL is one of the template. */
function isOf(url: string, path: string): boolean {
  const shape = path.replaceAll(/\{[^}]+\}/g, '[^/?]+');
  return new RegExp(`/\\d{4}-\\d\\d-\\d\\d${shape}(\\?|$)`).test(url);
}
