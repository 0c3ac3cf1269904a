// A deleted customer is erased at the end of the operator's retention period; until then the data can be exported.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@bufbuild/protobuf';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { CustomerDirectoryService } from '../../gen/payments/customers/v1/customer_directory_pb.ts';
import { services } from '../../services/all.ts';
import { customers } from '../../services/customers/service.ts';
import { personalDataOf } from '../../services/kit/service/common-services.ts';
import { openCanary, valuesIn } from '../kit/canary.ts';
import { startWorld } from '../kit/platform.ts';
import { owner } from '../services/customers/customers-world.ts';
import { upload } from '../services/customers/documents.ts';

const world = await startWorld({ settings: { eraseAfterDays: 31 } });
const { rest } = world;
const directory = world.internal(CustomerDirectoryService);
const database = new Client({ connectionString: world.databaseUrl });
await database.connect();
afterAll(() => database.end());

const daySeconds = 24 * 3600;
const secret = () => `Zoe${randomUUID().replaceAll(/[^a-z]/g, '')}abcdefgh`;
const blobs = () =>
  readdirSync(join(world.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
const personalRow = async (customerId: string): Promise<Buffer | null> => {
  const { rows } = await database.query('select personal from customers.customer where id = $1', [customerId.split(':')[1]]);
  return rows[0].personal;
};

/** The fields of the records of an export, by kind. */
async function exportOf(customerId: string): Promise<Partial<Record<string, JsonObject[]>>> {
  const { records } = await directory.exportCustomer({ customerId });
  const byKind = Object.groupBy(records, ({ kind }) => kind);
  return Object.fromEntries(Object.entries(byKind).map(([kind, of = []]) => [kind, of.map(({ fields = {} }) => fields)]));
}

async function newIndividual(fullName: string) {
  const personalData = { fullName, idType: 'SSN', identifier: '123-45-6789', birthDate: '1990-12-10', currencies: ['USD'] };
  const { body: made } = await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', ...personalData } });
  const umaAddress = `$${fullName.toLowerCase()}@${made.umaAddress.split('@')[1]}`;
  const { body } = await rest('PATCH', `/customers/${made.id}`, { body: { customerType: 'INDIVIDUAL', umaAddress } });
  const document = await upload(rest, body.id);
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName, countryOfResidence: 'DE' };
  const accountInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', beneficiary };
  const account = await rest('POST', '/customers/external-accounts', {
    body: { customerId: body.id, currency: 'EUR', accountInfo, platformAccountId: fullName },
  });
  expect([document.status, account.status]).toEqual([201, 201]);
  return body;
}

test('an export contains all data about a person', async () => {
  const { id: customerId } = await newIndividual(secret());

  const exported = await exportOf(customerId);

  expect(exported.customer).toMatchObject([{ id: customerId, identifier: '123-45-6789', birthDate: '1990-12-10' }]);
  expect(exported.document).toMatchObject([{ documentHolder: customerId }]);
  expect(exported['external-account']).toMatchObject([{ accountInfo: { iban: 'DE89370400440532013000' } }]);
});

test('every service exports and erases its personal data, and platforms cannot call these methods', async () => {
  const called = Object.values(customers.needs).filter(({ name }) => name === 'PersonalDataService');
  const outside = world.client(personalDataOf('accounts')).exportPerson({ customerId: `Customer:${randomUUID()}` });

  expect(called.map(({ typeName }) => typeName).toSorted()).toEqual(
    services.map(({ name }) => personalDataOf(name).typeName).toSorted(),
  );
  await expect(outside).rejects.toThrow('This operation is internal');
});

test("a deleted customer is kept for the operator's retention period, then erased", async () => {
  const canary = openCanary();
  const fullName = secret();
  canary.hide('the name', fullName);
  canary.hide('the name in an address', fullName.toLowerCase());
  const { id: customerId } = await newIndividual(fullName);
  const scans = blobs().length;
  const backup = await personalRow(customerId);
  await rest('DELETE', `/customers/${customerId}`);

  await world.advance(30 * daySeconds);
  const kept = await exportOf(customerId);
  await world.advance(2 * daySeconds);
  const { status, body } = await rest('GET', `/customers/${customerId}`);
  const left = await exportOf(customerId);

  expect(kept.customer).toMatchObject([{ fullName }]);
  expect([status, body.isDeleted, body.fullName, body.birthDate]).toEqual([200, true, undefined, undefined]);
  expect(Object.keys(left)).toEqual(['customer']);
  expect(left.customer?.[0]).not.toHaveProperty('identifier');
  expect(blobs().length).toBe(scans - 1);
  expect(canary.findings(await valuesIn(world.databaseUrl))).toEqual([]);

  await database.query('update customers.customer set personal = $1 where id = $2', [backup, customerId.split(':')[1]]);
  expect((await rest('GET', `/customers/${customerId}`)).body.fullName).toBeUndefined();
});

test('a business is erased together with its owners', async () => {
  const businessInfo = { legalName: secret(), country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' };
  const { body: firm } = await rest('POST', '/customers', { body: { customerType: 'BUSINESS', businessInfo } });
  const { body: person } = await rest('POST', '/beneficial-owners', { body: owner(firm.id) });
  await upload(rest, person.id);
  await rest('DELETE', `/customers/${firm.id}`);

  await world.advance(32 * daySeconds);
  const { status, body } = await rest('GET', `/customers/${firm.id}`);

  expect([status, body.isDeleted, body.beneficialOwners, body.businessInfo]).toEqual([200, true, [], undefined]);
  expect((await rest('GET', `/beneficial-owners/${person.id}`)).status).toBe(404);
});

test('a customer who is not deleted is not erased', async () => {
  const { id: customerId, fullName } = await newIndividual(secret());

  await world.advance(60 * daySeconds);

  expect((await rest('GET', `/customers/${customerId}`)).body.fullName).toBe(fullName);
});
