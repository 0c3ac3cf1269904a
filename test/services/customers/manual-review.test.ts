// Verification in production, where people decide: what must be brought, every move of a status, and what the hosted page tells of it.
import { describe, expect, test } from 'vitest';
import { HostedVerificationService } from '../../../gen/payments/customers/v1/kyc_link_pb.ts';
import {
  VerificationDirectoryService,
  VerificationErrorType,
  VerificationStatus,
} from '../../../gen/payments/customers/v1/verification_pb.ts';
import { address, business, owner, startCustomers } from './customers-world.ts';
import { businessPapers, upload } from './documents.ts';

const world = await startCustomers({ mode: 'production' });
const platform = await world.newPlatform({ regulated: false });
const { APPROVED, IN_PROGRESS, PENDING_MANUAL_REVIEW, REJECTED, RESOLVE_ERRORS } = VerificationStatus;

const complete = { birthDate: '1990-12-10', nationality: 'GB', address, idType: 'SSN', identifier: '123-45-6789' } as const;
const passport = { documentNumber: 'P-112358', issuingAuthority: 'HMPO' };

async function newIndividual(told: object = complete): Promise<string> {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...told };
  return (await platform.rest('POST', '/customers', { body })).body.id;
}

/** A business with all but its owners. */
async function newBusiness(): Promise<string> {
  const told = { registrationNumber: 'HRB 002', countriesOfOperation: ['US'] }; // no magic in production
  const body = { ...business, address, businessInfo: { ...business.businessInfo, ...told } };
  const { body: firm } = await platform.rest('POST', '/customers', { body });
  for (const documentType of businessPapers) await upload(platform.rest, firm.id, { fields: { documentType } });
  return firm.id;
}

/** An individual who waits for a decision, with the submission and the passport. */
async function submitted() {
  const customerId = await newIndividual();
  const { body: document } = await upload(platform.rest, customerId, { fields: passport });
  const { body: verification } = await submit(customerId);
  expect(verification.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
  return { customerId, verificationId: String(verification.id), documentId: String(document.id) };
}

const submit = (customerId: string) => platform.rest('POST', '/verifications', { body: { customerId } });
const show = async (customerId: string) => (await platform.rest('GET', `/customers/${customerId}`)).body;
const typesOf = async (customerId: string) => (await world.events(customerId)).map(({ type }) => type);
const decide = (verificationId: string, verificationStatus: VerificationStatus, errors: object[] = []) =>
  platform
    .internal(VerificationDirectoryService)
    .decideVerification({ verificationId, verificationStatus, errors: errors as never[] });
const gapsOf = async (customerId: string) =>
  (await submit(customerId)).body.errors.map(({ type, field, acceptedDocumentTypes }: Gap) =>
    [type, field ?? acceptedDocumentTypes?.join()].filter(Boolean).join(' '),
  );

interface Gap {
  readonly type: string;
  readonly field?: string;
  readonly acceptedDocumentTypes?: readonly string[];
}

describe('a customer is made', () => {
  test('approved on a regulated platform, where that is told', async () => {
    const { body: person } = await world.rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada 002' },
    });
    const { body: firm } = await world.rest('POST', '/customers', { body: business });

    expect([person.kycStatus, firm.kybStatus]).toEqual(['APPROVED', 'APPROVED']);
    expect(await typesOf(person.id)).toEqual(['CUSTOMER.KYC_APPROVED']);
    expect(await typesOf(firm.id)).toEqual(['CUSTOMER.KYB_APPROVED']);
  });

  test('unverified on another one, whatever the name, and nobody is told', async () => {
    const customerId = await newIndividual({ fullName: 'Ada Lovelace 001' });

    expect((await show(customerId)).kycStatus).toBe('UNVERIFIED');
    expect(await typesOf(customerId)).toEqual([]);
  });
});

describe('a submission', () => {
  test('that lacks something is not one, and changes no status', async () => {
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

  test('that is whole waits for a person, and is the same until somebody decides', async () => {
    const { customerId, verificationId } = await submitted();

    expect((await submit(customerId)).body.id).toBe(verificationId);
    expect((await show(customerId)).kycStatus).toBe('PENDING');
    expect(await typesOf(customerId)).toEqual(['VERIFICATION.PENDING_MANUAL_REVIEW', 'CUSTOMER.KYC_PENDING']);
  });

  test('needs the number and the authority of an identity document, and both sides of a card', async () => {
    const customerId = await newIndividual();
    await upload(platform.rest, customerId, { fields: { documentType: 'NATIONAL_ID', side: 'FRONT' } });

    expect(await gapsOf(customerId)).toEqual([
      'MISSING_FIELD documentNumber',
      'MISSING_FIELD issuingAuthority',
      'INCOMPLETE_DOCUMENT',
    ]);
  });

  test('of a business needs an owner, and two papers of each that is not of the United States', async () => {
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
});

describe('a decision', () => {
  test.each([
    [APPROVED, 'APPROVED'],
    [REJECTED, 'REJECTED'],
  ])('%i makes the customer %s, once', async (status, name) => {
    const { customerId, verificationId } = await submitted();

    await decide(verificationId, status);
    await decide(verificationId, status);

    expect((await show(customerId)).kycStatus).toBe(name);
    expect((await typesOf(customerId)).slice(2)).toEqual([`VERIFICATION.${name}`, `CUSTOMER.KYC_${name}`]);
    expect(await submit(customerId)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    for (const other of [APPROVED, REJECTED, RESOLVE_ERRORS].filter((one) => one !== status))
      await expect(decide(verificationId, other)).rejects.toMatchObject({ details: { reason: 'STATUS_MOVE_FORBIDDEN' } });
  });

  test('about a business is one about its owners', async () => {
    const customerId = await newBusiness();
    await platform.rest('POST', '/beneficial-owners', { body: owner(customerId, { lastName: 'Hopper 002' }) });
    const { body: verification } = await submit(customerId);

    await decide(verification.id, APPROVED);

    expect(await show(customerId)).toMatchObject({ kybStatus: 'APPROVED', beneficialOwners: [{ kycStatus: 'APPROVED' }] });
    expect(await typesOf(customerId)).toEqual([
      'VERIFICATION.PENDING_MANUAL_REVIEW',
      'CUSTOMER.KYB_PENDING',
      'VERIFICATION.APPROVED',
      'CUSTOMER.KYB_APPROVED',
    ]);
  });

  test('that something must be mended leaves the customer waiting, and the next submission is a new one', async () => {
    const { customerId, verificationId } = await submitted();

    await decide(verificationId, RESOLVE_ERRORS, []);

    expect((await show(customerId)).kycStatus).toBe('PENDING');
    expect((await typesOf(customerId)).slice(2)).toEqual(['VERIFICATION.RESOLVE_ERRORS']);
    const { body: next } = await submit(customerId);
    expect(next.id).not.toBe(verificationId);
    expect(next.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect((await typesOf(customerId)).slice(3)).toEqual(['VERIFICATION.PENDING_MANUAL_REVIEW']); // it was pending before
    await expect(decide(verificationId, APPROVED)).rejects.toMatchObject({ details: { reason: 'STATUS_MOVE_FORBIDDEN' } });
  });

  test('cannot be that it is in progress, nor about what does not exist', async () => {
    const { verificationId } = await submitted();

    await expect(decide(verificationId, IN_PROGRESS)).rejects.toMatchObject({ status: 400 });
    await expect(decide('Verification:01900000-0000-7000-8000-00000000dead', APPROVED)).rejects.toMatchObject({ status: 404 });
    await decide(verificationId, PENDING_MANUAL_REVIEW); // that is what it is
  });
});

test('the hosted page is told what was objected to, until that is mended', async () => {
  const { customerId, verificationId, documentId } = await submitted();
  world.wall.advance(1000);
  await decide(verificationId, RESOLVE_ERRORS, [
    { resourceId: documentId, type: VerificationErrorType.EXPIRED_DOCUMENT, reason: 'The passport has expired' },
    { resourceId: customerId, type: VerificationErrorType.INVALID_FIELD, field: 'birthDate', reason: 'The date is another one' },
  ]);
  const { body: link } = await platform.rest('POST', `/customers/${customerId}/kyc-link`);
  const [, token = ''] = /kyc\/([\w-]+)/.exec(link.kycUrl) ?? [];
  const told = async () => {
    const { errors } = await platform.internal(HostedVerificationService).getHostedVerification({ token });
    return errors.map(({ reason }) => reason);
  };
  expect(await told()).toEqual(['The passport has expired', 'The date is another one']);
  const { body: page } = await world.app.inject({ method: 'GET', url: `/kyc/${token}` }).then(({ body }) => ({ body }));
  expect(page).toContain('<legend>Passport: once more</legend>');
  expect(page).toContain('<a href="#birthDate">The date is another one</a>');

  world.wall.advance(1000);
  const form = new FormData();
  const paper = { documentType: 'PASSPORT', country: 'GB', documentNumber: 'P-2', issuingAuthority: 'HMPO' };
  for (const [name, value] of Object.entries(paper)) form.append(`documents.${documentId}.${name}`, value);
  form.append(`documents.${documentId}.file`, new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'new.pdf');
  form.append('birthDate', '1990-12-11');
  form.append('intent', 'save');
  const { statusCode } = await world.app.inject({ method: 'POST', url: `/kyc/${token}`, payload: form as never });

  expect(statusCode).toBe(303);
  expect(await told()).toEqual([]);
  const { body: documents } = await platform.rest('GET', `/documents?documentHolder=${customerId}`);
  expect(documents.data).toMatchObject([{ id: documentId, documentNumber: 'P-2', fileName: 'new.pdf' }]);
});
