// Customer fields that the operator requires of a platform, by currency.
import { expect, test } from 'vitest';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { CustomerInfoFieldName, PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { sharedWorld } from '../../kit/shared-world.ts';

const world = await sharedWorld();
const { NATIONALITY, BIRTH_DATE } = CustomerInfoFieldName;

async function dollars(tenant: Tenant) {
  const { body } = await tenant.rest('GET', '/config');
  return body.supportedCurrencies.find(({ currencyCode }: { currencyCode: string }) => currencyCode === 'USD');
}

test('the setting is shown, survives updates by the platform, and can be removed', async () => {
  const tenant = await world.newPlatform();
  const directory = tenant.internal(PlatformDirectoryService);
  const before = await dollars(tenant);
  await directory.setRequiredFields({ currencyCode: 'USD', customerFields: [BIRTH_DATE], counterpartyFields: [NATIONALITY] });

  const set = await dollars(tenant);
  const { providerRequiredCustomerFields: _, providerRequiredCounterpartyCustomerFields: __, ...own } = set;
  await tenant.rest('PATCH', '/config', { body: { supportedCurrencies: [{ ...own, minAmount: 5 }] } });
  const patched = await dollars(tenant);
  await directory.setRequiredFields({ currencyCode: 'USD' });

  const required = {
    providerRequiredCustomerFields: ['BIRTH_DATE'],
    providerRequiredCounterpartyCustomerFields: ['NATIONALITY'],
  };
  expect(set).toEqual({ ...before, ...required });
  expect(patched).toEqual({ ...before, ...required, minAmount: 5 });
  expect(await dollars(tenant)).toEqual({ ...before, minAmount: 5 });
});

test('a customer with the currency must have the field', async () => {
  const tenant = await world.newPlatform();
  await tenant.internal(PlatformDirectoryService).setRequiredFields({ currencyCode: 'USD', customerFields: [BIRTH_DATE] });
  const create = (more: object) =>
    tenant.rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', currencies: ['USD'], ...more },
    });

  const [without, having] = [await create({}), await create({ birthDate: '1990-12-10' })];

  expect([without.status, without.body.code]).toEqual([400, 'MISSING_MANDATORY_USER_INFO']);
  expect(having.status).toBe(201);
});

test('platforms cannot set it themselves, nor can it be set for a currency that they do not use', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });

  const own = tenant.client(PlatformDirectoryService).setRequiredFields({ currencyCode: 'USD' });
  const unused = tenant.internal(PlatformDirectoryService).setRequiredFields({ currencyCode: 'EUR' });

  await expect(own).rejects.toMatchObject({ code: ErrorCode.FORBIDDEN });
  await expect(unused).rejects.toThrow('EUR');
});
