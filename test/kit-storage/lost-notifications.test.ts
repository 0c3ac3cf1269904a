// A notification for which no connection was free.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { silent } from '../../services/kit/core/log.ts';
import { openDatabase } from '../../services/kit/storage/database.ts';
import { testDatabase } from '../kit/database.ts';

test('wakes the listeners of its own process', async () => {
  const url = await testDatabase();
  const database = await openDatabase({
    url,
    schema: 'storage',
    entities: [],
    migrations: [],
    connectionsMax: 1,
    waitMs: 300,
    log: silent,
  });
  onTestFinished(() => database.close());
  const woken = Promise.withResolvers<string>();
  await database.listen('job', woken.resolve);

  const payload = await database.transaction(async (tx) => {
    await tx.query(sql`select 1`); // takes the only connection
    database.notify('job');
    return woken.promise;
  });

  expect(payload).toBe('');
});
