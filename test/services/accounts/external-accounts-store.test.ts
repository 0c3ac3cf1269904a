// External accounts in the database.
import { randomBytes, randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { ExternalAccountInfoSchema } from '../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import { BeneficiaryVerificationStatus, ExternalAccountStatus } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { accounts } from '../../../services/accounts/service.ts';
import { externalAccountRows } from '../../../services/accounts/store/external-accounts.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { openDatabase } from '../../../services/kit/storage/database.ts';
import { kitMigrations } from '../../../services/kit/storage/kit-migrations.ts';
import { hashingWith, openSecrets, ringOf } from '../../../services/kit/storage/secrets.ts';
import { openStore } from '../../../services/kit/storage/store.ts';
import { testDatabase } from '../../kit/database.ts';

const url = await testDatabase();
const database = await openDatabase({
  url,
  schema: 'accounts',
  entities: [],
  migrations: [...kitMigrations, ...accounts.migrations],
  log: silent,
});
afterAll(() => database.close());

test('coordinates and names are sealed, are read back, and open in no other row', async () => {
  const key = randomBytes(32);
  const secrets = { ...openSecrets([key]), ...hashingWith(() => [ringOf(key)]) };
  const store = openStore(database, (db) => ({ externalAccounts: externalAccountRows(db, secrets) }));
  const beneficiary = { kind: { case: 'business', value: { legalName: 'Neem Textiles LLP' } } } as const;
  const value = { accountNumber: '98765432100', routingNumber: '121000358', beneficiary };
  const account = {
    id: randomUUID(),
    platformId: randomUUID(),
    status: ExternalAccountStatus.ACTIVE,
    currency: 'USD',
    accountInfo: create(ExternalAccountInfoSchema, { info: { case: 'usdAccount', value } }),
    nameCheck: { status: BeneficiaryVerificationStatus.MATCHED, verifiedName: 'Neem Textiles LLP' },
    createdAt: new Date('2026-01-01T00:00:00.000Z'),
  };

  await store.write((rows) => rows.externalAccounts.add({ ...account, becomesUmaDefault: false }));

  const [row] = await database.query(sql<{ line: string }>`select account::text as line from external_account account`);
  const line = String(row?.line);
  for (const secret of [value.accountNumber, value.routingNumber, 'Neem']) {
    expect(line).not.toContain(secret);
    expect(line).not.toContain(Buffer.from(secret).toString('hex'));
  }
  expect(await store.externalAccounts.find(account.platformId, account.id)).toEqual({
    ...account,
    isUmaDefault: false,
    version: 1n,
  });
  const copyId = randomUUID();
  await database.query(sql`
    insert into external_account (id, platform_id, status, currency, account_type, details, identity, created_at)
    select ${copyId}, platform_id, status, currency, account_type, details, '', created_at from external_account`);
  await expect(store.externalAccounts.find(account.platformId, copyId)).rejects.toThrow('authenticate');
});
