// Sandbox decisions about individuals by the ends of names, and the loop of corrections and submissions.
import { describe, expect, test } from 'vitest';
import { applicantsIn, complete, gapsIn } from './applicants.ts';
import { address, fieldsOf, sharedCustomers } from './customers-world.ts';
import { upload } from './documents.ts';

const world = await sharedCustomers();
const { newIndividual, submit, show, typesOf } = applicantsIn(world);

test('the loop of corrections and submissions works as documented', async () => {
  const fields = { birthDate: '1990-12-10', nationality: 'GB' };
  const created = await world.rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001', ...fields },
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
        reason: 'An identity document is required',
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
  expect((await submit(customerId)).body).toEqual(second.body); // it waits, and is not created twice
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
  ])('%s is final, and cannot be submitted', async (suffix, kycStatus, types) => {
    for (const fields of [{}, complete]) {
      const customerId = await newIndividual(suffix, fields);

      const { status, body } = await submit(customerId);

      expect([status, body.code, fieldsOf(body)]).toEqual([400, 'INVALID_INPUT', ['customerId']]);
      expect((await show(customerId)).kycStatus).toBe(kycStatus);
      expect(await typesOf(customerId)).toEqual(types);
    }
  });

  test('a later change of the name has no effect', async () => {
    const customerId = await newIndividual('003', complete);
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001' };
    await world.rest('PATCH', `/customers/${customerId}`, { body });
    await upload(world.rest, customerId);

    expect((await submit(customerId)).body.errors).toMatchObject([{ type: 'POOR_QUALITY_DOCUMENT' }]);
  });
});
