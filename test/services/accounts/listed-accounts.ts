// External accounts for lists, and their list page by page.
import { expect } from 'vitest';
import { bodyOf, specimenOf } from './external-account-specimens.ts';
import type { AccountsWorld, Json, Platform } from './external-accounts-world.ts';

export const path = '/customers/external-accounts';

interface Listed {
  readonly data: Json[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount: number;
}

export async function page(platform: Platform, query: string): Promise<Listed> {
  const { status, body } = await platform.rest('GET', `${path}?${query}`);
  expect(status).toBe(200);
  return Object(body);
}

export async function pagesOf(platform: Platform, query: string): Promise<Listed[]> {
  const pages: Listed[] = [];
  let cursor = '';
  do {
    const next = await page(platform, `${query}${cursor && `&cursor=${cursor}`}`);
    pages.push(next);
    cursor = next.nextCursor ?? '';
  } while (cursor);
  return pages;
}

export async function make(
  platform: Platform,
  { number, top, accountType = 'USD_ACCOUNT' }: { number: number; top?: Json; accountType?: string },
): Promise<string> {
  const specimen = specimenOf(accountType);
  const value = String(specimen.fields[specimen.primary]).slice(0, -6) + String(900_000 + number);
  const { status, body } = await platform.rest('POST', path, {
    body: bodyOf(specimen, { fields: { [specimen.primary]: value }, top: top ?? {} }),
  });
  expect(status).toBe(201);
  return String(body.id);
}

export function accountsIn(world: AccountsWorld) {
  /** Creates accounts one after the other, a second apart; returns their ids, oldest first. */
  async function fill(platform: Platform, count: number, from = 0): Promise<string[]> {
    const ids = [];
    for (let number = from; number < from + count; number++) {
      world.tick();
      ids.push(await make(platform, { number }));
    }
    return ids;
  }

  return { fill };
}
