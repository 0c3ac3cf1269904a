// Buffers that pages of external accounts read, with ten thousand and with a million accounts of one platform.
import { accounts } from '../../services/accounts/service.ts';
import { silent } from '../../services/kit/core/log.ts';
import { openDatabase } from '../../services/kit/storage/database.ts';
import { kitMigrations } from '../../services/kit/storage/kit-migrations.ts';
import type { Machine } from '../kit/machine.ts';
import { ratio, type Table, whole } from '../kit/table.ts';
import { countingBuffers } from './buffers.ts';
import { fillAccounts } from './filled.ts';
import { buffersByPage } from './pages.ts';

const sizes = { small: 10_000, large: 1_000_000 };

/** Ignores rounds: warm counts are constant. */
export async function lists(machine: Machine): Promise<Table[]> {
  const url = await machine.database('lists');
  const migrations = [...kitMigrations, ...accounts.migrations];
  const database = await openDatabase({ url, schema: 'accounts', migrations, entities: [], log: silent });
  await database.close(); // the tables exist now
  const counting = await countingBuffers(url);

  const small = await buffersByPage(counting, await fillAccounts(counting.client, sizes.small));
  const large = await buffersByPage(counting, await fillAccounts(counting.client, sizes.large));
  await counting.close();
  return [tableOf(small, large)];
}

function tableOf(small: ReadonlyMap<string, number>, large: ReadonlyMap<string, number>): Table {
  const rows = [...small].map(([page, few]) => {
    const many = large.get(page) ?? 0;
    return [page, ratio(many, few), whole(few), whole(many)];
  });
  return {
    title: 'Pages of external accounts with their totalCount: buffers read, warm (at most 1.50x)',
    columns: ['filter, page', 'to 10 000', 'at 10 000', 'at 1 000 000'],
    rows,
  };
}
