// Every bytes column is declared: sealed under the master key, under the key of a customer, or neither.
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startWorld } from '../kit/platform.ts';
import { columnsOfBytes, declaredColumns, nameOf } from './bytes-columns.ts';

const { databaseUrl } = await startWorld();
const database = new Client({ connectionString: databaseUrl });
await database.connect();
afterAll(() => database.end());

const names = (await columnsOfBytes(database)).map(nameOf);
const declared = declaredColumns.map(nameOf);
const declareIt = 'declare it as docs/architecture.md explains under "Tables", step 4';

/** Columns that every service has. */
const isCommon = /\.(personal_key\.key|hash_key\.key|outbox\.body|idempotency\.reply)$/;

/** Not sealed: hashes and public keys. */
const isNoSeal =
  /_hash$|secret_directory\.hash$|operator_entry\.hash$|fingerprint$|master_key|_key$|\.public_key$|taken_stamp$|idempotency\.error$|external_account\.identity$|invoice_payment\.invoice$/;

/** Sealed under the key of the customer. */
const isPersonal =
  /^auth\.(credential|wallet_session|contact_change|delegated_key)\.(nickname|private_key)$|oauth_identity\.identity$|^auth\.sca_|^agents\.action\.secret$|^cards\.card_(transaction|opening)\.merchant$|^platform\.invitation\.personal$|^customers\.(customer\.personal|beneficial_owner\.personal_info|document\.details|contact_code\.contact)$/;

test('every bytes column is declared as sealed under the master key, under the key of a customer, or as not sealed', () => {
  const known = [isCommon, isNoSeal, isPersonal];
  const unknown = names.filter((name) => !declared.includes(name) && !known.some((one) => one.test(name)));

  expect(unknown, declareIt).toEqual([]);
  expect(declared.filter((name) => !names.includes(name))).toEqual([]);
});

test('no column under the key of a customer is in a table whose rows may have none', async () => {
  const { rows } = await database.query<{ table: string }>(`
    select table_schema || '.' || table_name || '.' as "table" from information_schema.columns
    where column_name = 'customer_id' and is_nullable = 'YES'`);
  const optional = names.filter((name) => rows.some(({ table }) => name.startsWith(table)));
  const personal = optional.filter((name) => isPersonal.test(name));

  expect(optional).toContain('accounts.external_account.details');
  expect(personal, declareIt).toEqual([]);
});
