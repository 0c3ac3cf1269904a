// A hold that comes late is taken back at once: the audit counts what stays, and not what it happens to see in between.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '../../../services/accounts/service.ts';
import { auditRows } from '../../../services/accounts/store/audit.ts';
import { openDatabase } from '../../../services/kit/database.ts';
import { kitMigrations } from '../../../services/kit/kit-migrations.ts';
import { silent } from '../../../services/kit/log.ts';
import { testDatabase } from '../../kit/database.ts';

const migrations = [...kitMigrations, ...accounts.migrations];
const url = await testDatabase();
const database = await openDatabase({ url, schema: 'accounts', entities: [], migrations, log: silent });
afterAll(() => database.close());

test.each([
  ['taken back while the audit waits', 'UNHOLD_1', []],
  ['that stays', 'SETTLE', ['holds 2 times at once.']],
])('a late hold %s', async (_, meanwhile, findings) => {
  const [platformId, subject] = [randomUUID(), randomUUID()];
  const book = (step: string) =>
    database.query(sql`
      insert into journal (id, platform_id, subject, step, fingerprint, created_at)
      values (${randomUUID()}, ${platformId}, ${subject}, ${step}, '', ${new Date()})`);
  await book('HOLD');
  await book('HOLD_2');

  const found = await auditRows(database, () => book(meanwhile)).findings(platformId);

  expect(found.filter((finding) => finding.includes('at once'))).toEqual(findings.map((text) => `${subject} ${text}`));
});
