// Who decides in the sandbox: the ends of names and numbers. The tables of that, and the loop of fixing and submitting again.
import { describe, expect, test } from 'vitest';
import { applicantsIn, complete, gapsIn } from './applicants.ts';
import { address, fieldsOf, owner, startCustomers } from './customers-world.ts';
import { businessPapers, upload } from './documents.ts';

const world = await startCustomers();
const { newIndividual, newBusiness, submit, show, typesOf } = applicantsIn(world);

test('the loop of fixing and submitting again runs word for word', async () => {
  const told = { birthDate: '1990-12-10', nationality: 'GB' };
  const created = await world.rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001', ...told },
  });
  const customerId = created.body.id;
  expect([created.status, created.body.kycStatus]).toEqual([201, 'PENDING']);

  const first = await submit(customerId);

  const now = world.wall.now().toISOString();
  const gap = (field: string, name: string) => ({
    resourceId: customerId,
    type: 'MISSING_FIELD',
    field,
    reason: `${name} is missing`,
  });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({
    id: expect.stringMatching(/^Verification:[0-9a-f-]{36}$/),
    customerId,
    verificationStatus: 'RESOLVE_ERRORS',
    errors: [
      gap('idType', 'Type of identification'),
      gap('identifier', 'Identification number'),
      gap('address', 'Address'),
      {
        resourceId: customerId,
        type: 'MISSING_IDENTITY_DOCUMENT',
        acceptedDocumentTypes: ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'],
        reason: 'An identity document is needed',
      },
    ],
    createdAt: now,
    updatedAt: now,
  });

  const fix = { customerType: 'INDIVIDUAL', idType: 'SSN', identifier: '123-45-6789', address };
  expect((await world.rest('PATCH', `/customers/${customerId}`, { body: fix })).status).toBe(200);
  expect((await upload(world.rest, customerId)).status).toBe(201);
  const second = await submit(customerId);

  expect(second.body).toMatchObject({ verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] });
  expect(second.body.id).not.toBe(first.body.id);
  expect((await show(customerId)).kycStatus).toBe('PENDING');
  expect(await typesOf(customerId)).toEqual([
    'CUSTOMER.KYC_PENDING',
    'VERIFICATION.RESOLVE_ERRORS',
    'VERIFICATION.PENDING_MANUAL_REVIEW',
  ]);
  expect((await submit(customerId)).body).toEqual(second.body); // it waits, and is not made twice
});

describe('an individual, by the end of the name at creation', () => {
  test.each([
    ['001', 'PENDING', ['CUSTOMER.KYC_PENDING'], 'RESOLVE_ERRORS', 'PENDING_MANUAL_REVIEW'],
    ['003', 'UNVERIFIED', [], 'RESOLVE_ERRORS', 'RESOLVE_ERRORS'],
  ])('%s', async (suffix, kycStatus, types, incomplete, whole) => {
    const customerId = await newIndividual(suffix);
    expect((await show(customerId)).kycStatus).toBe(kycStatus);
    expect(await typesOf(customerId)).toEqual(types);
    const { body: missing } = await submit(customerId);
    expect(missing.verificationStatus).toBe(incomplete);
    expect(gapsIn(missing.errors, customerId)).toEqual([
      'birthDate',
      'nationality',
      'idType',
      'identifier',
      'address',
      'MISSING_IDENTITY_DOCUMENT',
    ]);

    await world.rest('PATCH', `/customers/${customerId}`, { body: { customerType: 'INDIVIDUAL', ...complete } });
    await upload(world.rest, customerId);
    world.wall.advance(1);
    const { body: document } = await upload(world.rest, customerId);
    const { body: last } = await submit(customerId);

    expect(last.verificationStatus).toBe(whole);
    expect(last.errors).toEqual(
      suffix === '001'
        ? []
        : [{ resourceId: document.id, type: 'POOR_QUALITY_DOCUMENT', reason: 'The identity document cannot be read' }],
    );
    expect((await submit(customerId)).body.verificationStatus).toBe(whole);
    expect((await show(customerId)).kycStatus).toBe(kycStatus);
  });

  test.each([
    ['002', 'REJECTED', ['CUSTOMER.KYC_REJECTED']],
    ['004', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
  ])('%s is decided, and cannot be submitted', async (suffix, kycStatus, types) => {
    for (const told of [{}, complete]) {
      const customerId = await newIndividual(suffix, told);

      const { status, body } = await submit(customerId);

      expect([status, body.code, fieldsOf(body)]).toEqual([400, 'INVALID_INPUT', ['customerId']]);
      expect((await show(customerId)).kycStatus).toBe(kycStatus);
      expect(await typesOf(customerId)).toEqual(types);
    }
  });

  test('a name that is changed later decides nothing', async () => {
    const customerId = await newIndividual('003', complete);
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001' };
    await world.rest('PATCH', `/customers/${customerId}`, { body });
    await upload(world.rest, customerId);

    expect((await submit(customerId)).body.errors).toMatchObject([{ type: 'POOR_QUALITY_DOCUMENT' }]);
  });
});

describe('a business, by the end of its registration number when it is verified', () => {
  test.each([
    ['HRB 100 ', 'APPROVED', 'KYB_APPROVED'],
    [undefined, 'APPROVED', 'KYB_APPROVED'],
    ['HRB-002', 'REJECTED', 'KYB_REJECTED'],
    ['HRB-002 ', 'REJECTED', 'KYB_REJECTED'],
  ])('%s is decided at once, without a look at its data', async (registrationNumber, decision, event) => {
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

  test.each(['001', '003'])('%s must bring everything, and then waits for a person', async (suffix) => {
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

  test('a number that is changed before counts', async () => {
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

describe('owners are decided about with their business, by the end of their last name', () => {
  test.each([
    ['Hopper 001', 'PENDING'],
    ['Hopper 002', 'REJECTED'],
    ['Hopper', 'APPROVED'],
  ])('%s is %s, whatever the business becomes', async (lastName, kycStatus) => {
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

describe.each([true, false])('a platform that is regulated: %s', (regulated) => {
  test.each([
    ['Ada 001', 'PENDING', ['CUSTOMER.KYC_PENDING']],
    ['Ada001 ', 'PENDING', ['CUSTOMER.KYC_PENDING']],
    ['Ada 002', 'REJECTED', ['CUSTOMER.KYC_REJECTED']],
    ['Ada 003', 'UNVERIFIED', []],
    ['Ada 0031', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
    ['01', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
    ['Ada', 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
    [undefined, 'APPROVED', ['CUSTOMER.KYC_APPROVED']],
  ])('makes an individual by the name %j %s', async (fullName, kycStatus, types) => {
    const { rest } = await world.newPlatform({ regulated });

    const { body } = await rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', ...(fullName && { fullName }) } });

    expect(body.kycStatus).toBe(kycStatus);
    expect(await typesOf(body.id)).toEqual(types);
  });

  test.each([
    ['HRB 002', 'REJECTED'],
    ['HRB 100', 'APPROVED'],
  ])('makes a business unverified, and by the number %s then %s', async (registrationNumber, decision) => {
    const tenant = applicantsIn(world, await world.newPlatform({ regulated }));
    const customerId = await tenant.newBusiness(registrationNumber);
    expect((await tenant.show(customerId)).kybStatus).toBe('UNVERIFIED');

    await tenant.submit(customerId);

    expect((await tenant.show(customerId)).kybStatus).toBe(decision);
  });
});
