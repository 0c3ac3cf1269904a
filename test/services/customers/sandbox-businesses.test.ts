// Sandbox decisions about businesses and their owners by the ends of numbers and names; and decisions of regulated platforms.
import { describe, expect, test } from 'vitest';
import { applicantsIn, gapsIn } from './applicants.ts';
import { address, business, owner, sharedCustomers } from './customers-world.ts';
import { businessPapers, upload } from './documents.ts';

const world = await sharedCustomers();
const { newBusiness, submit, show, typesOf } = applicantsIn(world);

describe('a business, by the end of its registration number at the time of its verification', () => {
  test.each([
    ['HRB 100 ', 'APPROVED', 'KYB_APPROVED'],
    [undefined, 'APPROVED', 'KYB_APPROVED'],
    ['HRB-002', 'REJECTED', 'KYB_REJECTED'],
    ['HRB-002 ', 'REJECTED', 'KYB_REJECTED'],
  ])('%s is decided immediately, without a check of its data', async (registrationNumber, decision, event) => {
    const customerId = await newBusiness(registrationNumber);
    expect((await show(customerId)).kybStatus).toBe('UNVERIFIED');

    const { status, body } = await submit(customerId);

    expect(status).toBe(200);
    expect(body).toMatchObject({ customerId, verificationStatus: decision, errors: [] });
    expect((await show(customerId)).kybStatus).toBe(decision);
    expect(await typesOf(customerId)).toEqual([`VERIFICATION.${decision}`, `CUSTOMER.${event}`]);
    expect(await submit(customerId)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(world.accountCalls(customerId).map(({ name }) => name)).toEqual(
      decision === 'APPROVED' ? ['OpenCustomerAccounts'] : [],
    );
  });

  test.each(['001', '003'])('%s needs complete data, and then waits for a reviewer', async (suffix) => {
    const customerId = await newBusiness(`HRB ${suffix}`);
    const { body: missing } = await submit(customerId);
    expect(missing.verificationStatus).toBe('RESOLVE_ERRORS');
    expect(gapsIn(missing.errors, customerId)).toEqual([
      'customer.businessInfo.countriesOfOperation',
      'customer.address.line1',
      'MISSING_LEGAL_PRESENCE_DOCUMENT',
      'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
      'MISSING_BENEFICIAL_OWNER',
    ]);

    const body = { customerType: 'BUSINESS', businessInfo: { countriesOfOperation: ['US'] }, address };
    await world.rest('PATCH', `/customers/${customerId}`, { body });
    for (const documentType of businessPapers) await upload(world.rest, customerId, { fields: { documentType } });
    const { body: person } = await world.rest('POST', '/beneficial-owners', { body: owner(customerId) });
    const { body: last } = await submit(customerId);

    expect(last).toMatchObject({ verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
    expect((await submit(customerId)).body).toEqual(last);
    expect(await show(customerId)).toMatchObject({ kybStatus: 'UNVERIFIED', beneficialOwners: [person] });
    expect(await typesOf(customerId)).toEqual(['VERIFICATION.RESOLVE_ERRORS', 'VERIFICATION.PENDING_MANUAL_REVIEW']);
  });

  test('the event shows the whole business, with tax number and owners, like GET', async () => {
    const customerId = await newBusiness('HRB 100');
    await world.rest('POST', '/beneficial-owners', { body: owner(customerId) });
    await submit(customerId);

    const events = await world.events(customerId);

    const { data } = events.find(({ type }) => type === 'CUSTOMER.KYB_APPROVED') ?? {};
    expect(data).toEqual(await show(customerId));
    expect(data).toMatchObject({ businessInfo: { taxId: business.businessInfo.taxId } });
  });

  test('a number changed before the verification counts', async () => {
    const customerId = await newBusiness('HRB 001');
    const body = { customerType: 'BUSINESS', businessInfo: { registrationNumber: 'HRB 002' } };
    await world.rest('PATCH', `/customers/${customerId}`, { body });

    expect((await submit(customerId)).body.verificationStatus).toBe('REJECTED');
  });

  test('a city is part of its address', async () => {
    const { city: _, ...withoutCity } = address;
    const customerId = await newBusiness('HRB 003', { address: withoutCity });

    const { body } = await submit(customerId);

    expect(body.errors[1]).toMatchObject({ type: 'MISSING_FIELD', field: 'customer.address.city' });
  });
});

describe('owners are decided with their business, by the end of their last name', () => {
  test.each([
    ['Hopper 001', 'PENDING'],
    ['Hopper 002', 'REJECTED'],
    ['Hopper', 'APPROVED'],
  ])('%s is %s, whatever the result of the business', async (lastName, kycStatus) => {
    for (const registrationNumber of ['HRB 100', 'HRB 002']) {
      const customerId = await newBusiness(registrationNumber);
      const { body: early } = await world.rest('POST', '/beneficial-owners', { body: owner(customerId, { lastName }) });
      expect(early.kycStatus).toBe('UNVERIFIED');
      await submit(customerId);

      const { body: late } = await world.rest('POST', '/beneficial-owners', { body: owner(customerId, { lastName }) });

      expect(late.kycStatus).toBe(kycStatus);
      expect((await world.rest('GET', `/beneficial-owners/${early.id}`)).body.kycStatus).toBe(kycStatus);
      expect((await typesOf(customerId)).length).toBe(2); // owners have no events of their own
    }
  });
});

describe.each([true, false])('a regulated platform: %s', (regulated) => {
  test.each([
    ['Ada 001', 'PENDING', ['CUSTOMER.KYC_PENDING']],
    ['Ada001 ', 'PENDING', ['CUSTOMER.KYC_PENDING']],
    ['Ada 002', 'REJECTED', ['CUSTOMER.KYC_REJECTED']],
    ['Ada 003', 'UNVERIFIED', []],
    ['Ada 0031', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
    ['01', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
    ['Ada', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
    [undefined, 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
  ])('creates an individual by the name %j %s', async (fullName, kycStatus, types) => {
    const { rest } = await world.newPlatform({ regulated });

    const { body } = await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', ...(fullName && { fullName }) } });

    expect(body.kycStatus).toBe(kycStatus);
    expect(await typesOf(body.id)).toEqual(types);
  });

  test.each([
    ['HRB 002', 'REJECTED'],
    ['HRB 100', 'APPROVED'],
  ])('creates a business unverified, and by the number %s then %s', async (registrationNumber, decision) => {
    const tenant = applicantsIn(world, await world.newPlatform({ regulated }));
    const customerId = await tenant.newBusiness(registrationNumber);
    expect((await tenant.show(customerId)).kybStatus).toBe('UNVERIFIED');

    await tenant.submit(customerId);

    expect((await tenant.show(customerId)).kybStatus).toBe(decision);
  });
});
