// Refused creations: in the order of the contract, and of concurrent ones all but one.
import { describe, expect, test } from 'vitest';
import { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { CustomerInfoFieldName, PlatformDirectoryService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { nameOf, Refusal } from '../../../services/kit/messages/fail.ts';
import { individual, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();

describe('a creation is refused', () => {
  const terms = (termsVersion: string) => ({
    endUserTermsConsent: { acceptedAt: '2026-01-01T00:00:00Z', ipAddress: '::1', termsVersion, acceptanceMethod: 'CHECKBOX' },
  });
  const worst = { ...terms('V99'), umaAddress: '$x@elsewhere.test', currencies: ['QQQ'], region: 'KP' };

  test.each([
    [{ ...worst, email: 'x' }, 400, 'INVALID_INPUT'],
    [worst, 400, 'END_USER_TERMS_VERSION_NOT_FOUND'],
    [{ ...worst, ...terms('V1') }, 400, 'INVALID_UMA_ADDRESS'],
    [{ ...worst, ...terms('V1'), umaAddress: '$no spaces@localhost' }, 400, 'INVALID_UMA_ADDRESS'],
    [{ currencies: ['QQQ'], region: 'KP' }, 400, 'INVALID_CURRENCY'],
    [{ region: 'KP' }, 501, 'NOT_IMPLEMENTED'],
  ])('in the order of the contract: %j', async (body, status, code) => {
    const answer = await world.rest('POST', '/customers', { body: { ...individual, ...body } });

    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  });

  test('in the order of the contract, if the provider of a currency requires more and there is a conflict', async () => {
    const tenant = await world.newPlatform({ currencies: ['USD'] });
    const customerFields = [CustomerInfoFieldName.BIRTH_DATE];
    await tenant.internal(PlatformDirectoryService).setRequiredFields({ currencyCode: 'USD', customerFields });
    const taken = { platformCustomerId: 'taken', umaAddress: '$first-come@localhost' };
    const full = { ...individual, birthDate: '1990-12-10', currencies: ['USD'] };
    const ask = async (body: object) => (await tenant.rest('POST', '/customers', { body })).body.code;
    expect(await ask({ ...full, ...taken })).toBeUndefined();

    const lacking = { ...individual, ...taken, region: 'KP' };

    expect(await ask({ ...lacking, currencies: ['USD', 'QQQ'] })).toBe('INVALID_CURRENCY');
    expect(await ask({ ...lacking, currencies: ['USD'] })).toBe('MISSING_MANDATORY_USER_INFO');
    expect(await ask({ ...full, ...taken, region: 'KP' })).toBe('NOT_IMPLEMENTED');
    expect(await ask({ ...full, ...taken })).toBe('CONFLICT');
    expect(await ask({ ...full, umaAddress: taken.umaAddress })).toBe('UMA_ADDRESS_EXISTS');
  });

  test("if its address belongs to another platform's customer, live or deleted", async () => {
    const other = await world.newPlatform();
    const body = { ...individual, umaAddress: '$shared@localhost' };
    const { body: first } = await world.rest('POST', '/customers', { body });

    expect(await other.rest('POST', '/customers', { body })).toMatchObject({ status: 409, body: { code: 'UMA_ADDRESS_EXISTS' } });
    await world.rest('DELETE', `/customers/${first.id}`);
    expect(await other.rest('POST', '/customers', { body })).toMatchObject({ status: 409, body: { code: 'UMA_ADDRESS_EXISTS' } });
    expect((await world.rest('POST', '/customers', { body })).status).toBe(201);
  });

  test("for another platform's address, even if its own platformCustomerId is taken", async () => {
    const other = await world.newPlatform();
    await world.rest('POST', '/customers', { body: { ...individual, umaAddress: '$theirs@localhost' } });
    const { status } = await other.rest('POST', '/customers', { body: { ...individual, platformCustomerId: 'ours' } });

    const body = { ...individual, platformCustomerId: 'ours', umaAddress: '$theirs@localhost' };
    const refused = await other.rest('POST', '/customers', { body });

    expect([status, refused.status, refused.body.code]).toEqual([201, 409, 'UMA_ADDRESS_EXISTS']);
  });

  test('with another verb', async () => {
    expect(await world.rest('PUT', '/customers', { body: individual })).toMatchObject({
      status: 405,
      body: { code: 'METHOD_NOT_ALLOWED' },
    });
  });
});

describe('of two hundred concurrent creations', () => {
  test.each([
    [{ platformCustomerId: 'crowd' }, 'CONFLICT'],
    [{ umaAddress: '$crowd@localhost' }, 'UMA_ADDRESS_EXISTS'],
  ])('with %j one succeeds', async (same, code) => {
    const tenant = await world.newPlatform();
    const client = tenant.client(CustomerService);
    const request = { kind: { case: 'individual' as const, value: { fullName: 'Ada' } }, currencies: ['USD'], ...same };

    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => client.createCustomer(request).then(() => 'made', codeOf)),
    );

    expect(
      Object.fromEntries(
        Map.groupBy(outcomes, (outcome) => outcome)
          .entries()
          .map(([key, all]) => [key, all.length]),
      ),
    ).toEqual({
      made: 1,
      [code]: 199,
    });
    expect((await tenant.rest('GET', '/customers')).body.totalCount).toBe(1);
  });
});

function codeOf(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return nameOf(error.code);
}
