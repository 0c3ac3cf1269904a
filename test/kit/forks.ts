// Forks of platforms in a test world, and the rows of platforms, table by table.
import type { Client } from 'pg';
import { expect } from 'vitest';
import { services } from '../../services/all.ts';
import { uuidIn } from '../../services/kit/core/ids.ts';
import { commonLeaves } from '../../services/kit/service/platform-copy.ts';
import { type CatalogTable, tablesIn } from '../kit-storage/catalog.ts';
import { balancesOf, makePayee, makePayer, makeQuote } from './payments.ts';
import type { Tenant } from './platform.ts';
import { type Rest, restOver } from './rest.ts';
import type { SharedWorld } from './shared-world.ts';

export interface Fork {
  /** uuid. */
  readonly id: string;
  readonly token: string;
  readonly rest: Rest;
}

export async function forkOf({ rest }: Pick<Tenant, 'rest'>, { raw }: Pick<SharedWorld, 'raw'>): Promise<Fork> {
  const { status, body } = await rest('POST', '/sandbox/fork');
  expect(status, JSON.stringify(body)).toBe(201);
  const token = tokenOf(body);
  return { id: uuidIn(body.id), token, rest: restOver(raw, token) };
}

export const tokenOf = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** Tables with the platform first in their keys that copies leave out, as the services declare them. */
export const leftTables = services.flatMap(({ name, copy }) =>
  Object.keys({ ...commonLeaves, ...copy?.leaves }).map((table) => `${name}.${table}`),
);

/** Runs what is due, and the sweeps that fold counts: afterwards, no rows change by themselves while the wall stands still. */
export async function comeToRest(world: Pick<SharedWorld, 'settle' | 'wall'>): Promise<void> {
  for (let round = 0; round < 2; round++) {
    world.wall.advance(2_000);
    await world.settle();
  }
}

/** A text for all rows of a platform, by table, without tables that have none. Ids of the platform are left out. */
export async function rowsOf(platformId: string, client: Client): Promise<Record<string, string>> {
  const tables: CatalogTable[] = [];
  for (const { name } of services) tables.push(...(await tablesIn(client, name)));
  const texts: Record<string, string> = {};
  for (const table of tables.filter(isOfPlatforms)) {
    const { rows } = await client.query<{ text: string | null }>(
      `select string_agg(content, e'\\n' order by content) as text from (
        select replace((to_jsonb(stored) - $2::text[])::text, $1::text, 'the platform') as content
        from ${table.name} stored where platform_id = $1::uuid) each`,
      [platformId, notCopied(table)],
    );
    if (rows[0]?.text) texts[table.name] = rows[0].text;
  }
  return texts;
}

/** Without the table that only says where the rows of a platform lie. */
const isOfPlatforms = ({ name, columns }: CatalogTable) =>
  columns.some((column) => column.name === 'platform_id') && !name.endsWith('.placed_platform');

/** Numbers of rows, times of claims in directories, and what a fork has for itself. */
function notCopied({ name, columns }: CatalogTable): string[] {
  if (['customers.uma_address', 'stablecoins.network_token'].includes(name)) return ['claimed_at'];
  if (name.endsWith('.job')) return ['id', 'claim', 'locked_until', 'holder'];
  if (name === 'platform.platform') return ['uma_domain', 'proxy_uma_subdomain', 'webhook_endpoint', 'forked_from'];
  return columns
    .filter(({ type, hasDefault }) => type === 'bigint' && hasDefault)
    .map((column) => column.name)
    .filter(isNumber);
}

const isNumber = (column: string) => ['number', 'position', 'id'].includes(column);

/** Makes a new customer and a payment. Returns its status. */
export async function pay({ rest }: Pick<Tenant, 'rest'>): Promise<string> {
  const payer = await makePayer(rest);
  const quote = await makeQuote(rest, { from: payer.accountId, to: await makePayee(rest, payer.customerId) });
  const { body } = await rest('POST', `/quotes/${quote.id}/execute`);
  expect(await balancesOf(rest, payer)).toEqual({ available: 99_000, total: 99_000 });
  return body.status;
}
