// Growing tables are keyed by platform, so that a distributed PostgreSQL can place their rows by it.
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { services } from '../../services/all.ts';
import { testDatabase } from '../kit/database.ts';
import { templateOf } from '../kit/doors.ts';
import { type CatalogTable, tablesIn } from './catalog.ts';

const client = new Client({ connectionString: await testDatabase(await templateOf(services)) });
await client.connect();
afterAll(() => client.end());

/** Tables with other keys, and why. `*` means every service. */
const exceptions: Readonly<Record<string, string>> = {
  '*.migration': 'a row for each migration',
  '*.process': 'a row for each process that lives',
  '*.master_key': 'a row for each master key',
  '*.hash_key': 'a row for each master key',
  '*.resealing': 'a row for each sealed column',
  '*.audit_run': 'one row',
  'accounts.audit_generation': 'a row for each reading of all journals, two at most',
  'stablecoins.audit_mark': 'one row',
  'stablecoins.network_token': 'directory: a network token belongs to one platform of an environment',
  'platform.uma_name': 'directory: UMA domains and subdomains come without a platform',
  'platform.invitation_code': 'directory: codes of invitations come without a platform',
  'customers.uma_address': 'directory: UMA addresses come without a platform',
  'customers.kyc_token': 'directory: tokens of the hosted page come without a platform',
  'accounts.audit_mark': 'a row for each round of the audit',
  'cards.audit_mark': 'a row for each walk of the audit',
  'transfers.audit_mark': 'a row for each walk of the audit',
  'transfers.audit_subject_mark': 'one row',
  'transfers.rate_snapshot':
    'a row for each five minutes of the last week: all platforms of an environment share the rates of its source',
  'agents.secret_directory': 'directory: device codes and access tokens come without a platform',
  'auth.api_client': 'directory: client ids of API tokens come without a platform',
  'auth.operator': 'a row for each credential of an operator',
  'auth.operator_entry': 'one log: the chain of all calls of operators',
  'auth.quorum_key': 'one for each environment',
  'webhooks.signing_key': 'one or two for each environment',
  'webhooks.timeline': 'one row',
};

const tables: CatalogTable[] = [];
for (const { name } of services) tables.push(...(await tablesIn(client, name)));
const exceptionOf = ({ name }: CatalogTable) => [name, name.replace(/^[^.]+/, '*')].find((one) => one in exceptions);

test('every other table has its platform first in each key', () => {
  const complaints = tables.filter((table) => !exceptionOf(table)).flatMap(complaintsOf);

  expect(complaints).toEqual([]);
});

test('the exceptions are needed', () => {
  const needed = tables.filter((table) => complaintsOf(table).length > 0);

  expect(new Set(needed.map(exceptionOf).filter(Boolean))).toEqual(new Set(Object.keys(exceptions)));
});

/** What prevents placing the rows of a table by platform. */
function complaintsOf({ name, columns, primary, uniques, foreignKeys, triggers }: CatalogTable): string[] {
  const platform = columns.find((column) => column.name === 'platform_id');
  if (!platform || platform.isNullable) return [`${name} has no platform_id, or an empty one`];
  return [
    ...[primary, ...uniques].filter(([first]) => first !== 'platform_id').map((key) => `${name}: key (${key})`),
    ...foreignKeys
      .filter((key) => key.columns[0] !== 'platform_id' || key.targetColumns[0] !== 'platform_id')
      .map((key) => `${name}: foreign key (${key.columns}) to ${key.target}`),
    ...triggers.map((trigger) => `${name}: trigger ${trigger}`),
  ];
}
