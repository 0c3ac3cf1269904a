// Verification in production, where people decide: what a submission needs before a review.
import { describe, expect, test } from 'vitest';
import { business, owner, startCustomers } from './customers-world.ts';
import { upload } from './documents.ts';
import { passport, reviewsIn } from './reviewed-applicants.ts';

const world = await startCustomers({ mode: 'production' });
const platform = await world.newPlatform({ regulated: false });
const { typesOf, newIndividual, show, submitted, submit, newBusiness } = reviewsIn(world, platform);

const gapsOf = async (customerId: string) =>
  (await submit(customerId)).body.errors.map(({ type, field, acceptedDocumentTypes }: Gap) =>
    [type, field ?? acceptedDocumentTypes?.join()].filter(Boolean).join(' '),
  );

interface Gap {
  readonly type: string;
  readonly field?: string;
  readonly acceptedDocumentTypes?: readonly string[];
}

describe('a customer is created', () => {
  test('approved on a regulated platform, if the request says so', async () => {
    const { body: person } = await world.rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada 002' },
    });
    const { body: firm } = await world.rest('POST', '/customers', { body: business });

    expect([person.kycStatus, firm.kybStatus]).toEqual(['APPROVED', 'APPROVED']);
    expect(await typesOf(person.id)).toEqual(['CUSTOMER.KYC_APPROVED']);
    expect(await typesOf(firm.id)).toEqual(['CUSTOMER.KYB_APPROVED']);
  });

  test('unverified on another one, whatever the name, without an event', async () => {
    const customerId = await newIndividual({ fullName: 'Ada Lovelace 001' });

    expect((await show(customerId)).kycStatus).toBe('UNVERIFIED');
    expect(await typesOf(customerId)).toEqual([]);
  });
});

describe('a submission', () => {
  test('that is incomplete does not count, and changes no status', async () => {
    const customerId = await newIndividual({ fullName: 'Ada' });

    expect(await gapsOf(customerId)).toEqual([
      'INVALID_FIELD fullName',
      'MISSING_FIELD birthDate',
      'MISSING_FIELD nationality',
      'MISSING_FIELD idType',
      'MISSING_FIELD identifier',
      'MISSING_FIELD address',
      'MISSING_IDENTITY_DOCUMENT PASSPORT,DRIVERS_LICENSE,NATIONAL_ID',
    ]);
    expect((await show(customerId)).kycStatus).toBe('UNVERIFIED');
    expect(await typesOf(customerId)).toEqual(['VERIFICATION.RESOLVE_ERRORS']);
  });

  test('that is complete waits for a person, and repeats return the same one until the decision', async () => {
    const { customerId, verificationId } = await submitted();

    expect((await submit(customerId)).body.id).toBe(verificationId);
    expect((await show(customerId)).kycStatus).toBe('PENDING');
    expect(await typesOf(customerId)).toEqual(['VERIFICATION.PENDING_MANUAL_REVIEW', 'CUSTOMER.KYC_PENDING']);
  });

  test('requires the number and the authority of an identity document, and both sides of a card', async () => {
    const customerId = await newIndividual();
    await upload(platform.rest, customerId, { fields: { documentType: 'NATIONAL_ID', side: 'FRONT' } });

    expect(await gapsOf(customerId)).toEqual([
      'MISSING_FIELD documentNumber',
      'MISSING_FIELD issuingAuthority',
      'INCOMPLETE_DOCUMENT',
    ]);
  });

  test('of a business requires an owner, and two documents of each owner from outside the United States', async () => {
    const customerId = await newBusiness();
    expect(await gapsOf(customerId)).toEqual(['MISSING_BENEFICIAL_OWNER']);
    const { body: person } = await platform.rest('POST', '/beneficial-owners', {
      body: owner(customerId, { nationality: 'GB' }),
    });
    expect(await gapsOf(customerId)).toEqual([
      'MISSING_IDENTITY_DOCUMENT PASSPORT',
      'MISSING_IDENTITY_DOCUMENT DRIVERS_LICENSE,NATIONAL_ID',
    ]);

    await upload(platform.rest, person.id, { fields: passport });
    for (const side of ['FRONT', 'BACK'])
      await upload(platform.rest, person.id, { fields: { documentType: 'NATIONAL_ID', side, ...passport } });

    expect((await submit(customerId)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect(await show(customerId)).toMatchObject({ kybStatus: 'PENDING', beneficialOwners: [{ kycStatus: 'UNVERIFIED' }] });
  });

  test.each([
    [{ idType: 'ITIN', identifier: '912-34-5678' }, []],
    [{ idType: 'EIN', identifier: '12-3456789' }, ['INVALID_FIELD personalInfo.idType']],
    [{ idType: 'NON_US_TAX_ID', identifier: 'P1', countryOfIssuance: 'GB' }, ['INVALID_FIELD personalInfo.idType']],
    [{ nationality: 'GB', idType: 'ITIN', identifier: '912-34-5678' }, []],
    [{ nationality: 'GB', idType: 'NON_US_TAX_ID', identifier: 'P1', countryOfIssuance: 'GB' }, []],
    [{ nationality: 'GB', idType: 'NON_US_TAX_ID', identifier: 'P1' }, ['MISSING_FIELD personalInfo.countryOfIssuance']],
  ])('of a business whose owner has %o needs %o', async (personal, gaps) => {
    const customerId = await newBusiness();
    const { status } = await platform.rest('POST', '/beneficial-owners', { body: owner(customerId, personal) });
    expect(status).toBe(201);

    expect((await gapsOf(customerId)).filter((gap: string) => !gap.startsWith('MISSING_IDENTITY_DOCUMENT'))).toEqual(gaps);
  });
});
