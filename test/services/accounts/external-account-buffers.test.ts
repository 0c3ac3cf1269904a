// The database reads of external account pages do not grow with the number of accounts.
import { afterAll, expect, test } from 'vitest';
import { countingBuffers } from '../../../bench/lists/buffers.ts';
import { fillAccounts } from '../../../bench/lists/filled.ts';
import { buffersByPage } from '../../../bench/lists/pages.ts';
import { accounts } from '../../../services/accounts/service.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { openDatabase } from '../../../services/kit/storage/database.ts';
import { kitMigrations } from '../../../services/kit/storage/kit-migrations.ts';
import { testDatabase } from '../../kit/database.ts';

const url = await testDatabase();
const migrations = [...kitMigrations, ...accounts.migrations];
await (await openDatabase({ url, schema: 'accounts', migrations, entities: [], log: silent })).close();
const counting = await countingBuffers(url);
afterAll(() => counting.close());

test('every page with its total reads at most half as much again with six times as many accounts', async () => {
  const few = await buffersByPage(counting, await fillAccounts(counting.client, 4_000));
  const many = await buffersByPage(counting, await fillAccounts(counting.client, 24_000));

  const grown = [...many].filter(([page, buffers]) => buffers > 1.5 * (few.get(page) ?? 0));
  expect(many.size).toBe(12);
  expect(grown).toEqual([]);
});
