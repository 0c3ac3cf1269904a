// Decisions at the creation of a customer: approval, and when accounts are opened.
import { describe, expect, test } from 'vitest';
import { individual, sharedCustomers } from './customers-world.ts';

const world = await sharedCustomers();

describe('the sandbox decides on individuals by the end of their name', () => {
  test.each([
    ['Pending 001', 'PENDING', ['CUSTOMER.KYC_PENDING']],
    ['Rejected 002 ', 'REJECTED', ['CUSTOMER.KYC_REJECTED']],
    ['Unverified 003', 'UNVERIFIED', []],
    ['Anybody 004', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
    [undefined, 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
  ])('%s is %s', async (fullName, kycStatus, types) => {
    const { body: customer } = await world.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName } });

    expect(customer.kycStatus).toBe(kycStatus);
    const events = await world.events(customer.id);
    expect(events).toEqual(
      types.map((type) => ({
        id: expect.stringMatching(/^Webhook:/),
        type,
        timestamp: customer.createdAt,
        data: customer,
        platformId: `Platform:${world.id}`,
      })),
    );
  });
});

describe('accounts are opened when both gates are open', () => {
  const consent = {
    acceptedAt: '2026-01-01T00:00:00.000Z',
    ipAddress: '203.0.113.7',
    termsVersion: 'V1',
    acceptanceMethod: 'CHECKBOX',
  };

  test('before the answer, on a regulated platform', async () => {
    const { body: customer } = await world.rest('POST', '/customers', { body: { ...individual, currencies: ['EUR', 'USD'] } });

    expect(world.accountCalls(customer.id)).toEqual([
      { name: 'OpenCustomerAccounts', customerId: customer.id, currencies: ['USD', 'EUR', 'USDB'] },
    ]);
  });

  test('only after acceptance of the end-user terms, on an unregulated one', async () => {
    const tenant = await world.newPlatform({ regulated: false });

    const without = await tenant.rest('POST', '/customers', { body: individual });
    const accepted = await tenant.rest('POST', '/customers', { body: { ...individual, endUserTermsConsent: consent } });

    expect(world.accountCalls(without.body.id)).toEqual([]);
    expect(without.body).not.toHaveProperty('endUserTermsConsent');
    expect(world.accountCalls(accepted.body.id)).toHaveLength(1);
    expect(accepted.body.endUserTermsConsent).toEqual(consent);
  });

  test('not for unapproved customers', async () => {
    const { body: customer } = await world.rest('POST', '/customers', { body: { ...individual, fullName: 'Pending 001' } });

    expect(world.accountCalls(customer.id)).toEqual([]);
  });
});
