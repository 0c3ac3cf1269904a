// The database row of a customer.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { BusinessSchema } from '../../../gen/payments/customers/v1/business_pb.ts';
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { IndividualSchema } from '../../../gen/payments/customers/v1/individual_pb.ts';
import type { Customer, Profile } from '../../../services/customers/domain/customer.ts';
import { fromRow, toRow } from '../../../services/customers/store/customer-row.ts';
import { newPersonalKey, type StoredPersonalKey } from '../../../services/kit/storage/personal-keys.ts';
import { openSecrets } from '../../../services/kit/storage/secrets.ts';

const secrets = openSecrets([Buffer.alloc(32, 1)]);
const info = { legalName: 'Acme', country: 'US', taxId: '12-3456789', incorporatedOn: '2015-04-01' };
const profiles: [string, Profile][] = [
  [
    '123-45-6789',
    { case: 'individual', value: create(IndividualSchema, { fullName: 'Ada', idType: 1, identifier: '123-45-6789' }) },
  ],
  ['12-3456789', { case: 'business', value: create(BusinessSchema, { businessInfo: info }) }],
];

test.each(profiles)('personal data is sealed, including the number %s, and is read back unchanged', (taxNumber, profile) => {
  const customer = customerWith(profile);

  const key = newPersonalKey(customer.id, secrets);
  const row = toRow(customer, key);

  const text = JSON.stringify({ ...row, eventCount: 0 }) + row.personal?.toString('latin1');
  for (const secret of [taxNumber, 'ada@example.com', 'fullName', 'Acme']) expect(text).not.toContain(secret);
  expect(fromRow({ ...row, personal_key: key.sealedKey }, secrets)).toEqual(customer);
});

test("without the customer's key, no personal data can be read", () => {
  const customer = customerWith({ case: 'individual', value: create(IndividualSchema, { fullName: 'Ada' }) });
  const row = toRow(customer, newPersonalKey(customer.id, secrets));

  const erased = fromRow({ ...row, personal_key: null }, secrets);

  expect(erased).toEqual({ ...customer, profile: { case: 'individual', value: create(IndividualSchema) }, email: undefined });
});

test('a row that was read before is read as it is now', () => {
  const ada = customerWith({ case: 'individual', value: create(IndividualSchema, { fullName: 'Ada' }) });
  const eve = customerWith({ case: 'individual', value: create(IndividualSchema, { fullName: 'Eve' }) });
  const key = newPersonalKey(ada.id, secrets);
  const [row, changed] = [ada, eve].map((customer) => ({ ...toRow(customer, key), personal_key: key.sealedKey }));
  if (!row || !changed) throw new Error('There are two rows.');

  const read = [row, row, changed, { ...row, personal: null }, { ...row, personal_key: null }, row];

  const none = create(IndividualSchema);
  const profiles = read.map((one) => fromRow(one, secrets).profile.value);
  expect(profiles).toEqual([ada, ada, eve, none, none, ada].map((one) => ('profile' in one ? one.profile.value : one)));
  expect(fromRow(row, secrets).profile.value).not.toBe(fromRow(row, secrets).profile.value);
});

test("another customer's key opens nothing", () => {
  const customer = customerWith({ case: 'individual', value: create(IndividualSchema, { fullName: 'Ada' }) });
  const [own, other] = [customer.id, 'another customer'].map((id) => newPersonalKey(id, secrets));
  const row = toRow(customer, own as StoredPersonalKey);

  expect(() => fromRow({ ...row, personal_key: other?.sealedKey ?? null }, secrets)).toThrow('authenticate');
});

function customerWith(profile: Profile): Customer {
  const now = new Date('2026-01-01T00:00:00Z');
  return {
    id: '0190b1a2-0000-7000-8000-000000000001',
    platformId: '0190b1a2-0000-7000-8000-00000000000a',
    platformCustomerId: 'ada',
    profile,
    status: KycStatus.HOLD,
    umaAddress: '$ada@acme.test',
    region: 'DE',
    currencies: ['USD'],
    hasOwnCurrencies: true,
    email: 'ada@example.com',
    phoneNumber: undefined,
    contacts: { email: 1, phone: 2 },
    consent: undefined,
    eventCount: 3n,
    createdAt: now,
    updatedAt: now,
    deletedAt: undefined,
  };
}
