// Verification in production, where people decide: every change of a status, and what the hosted page shows of it.
import { describe, expect, test } from 'vitest';
import { HostedVerificationService } from '../../../gen/payments/customers/v1/kyc_link_pb.ts';
import { VerificationErrorType, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { owner, startCustomers } from './customers-world.ts';
import { reviewsIn } from './reviewed-applicants.ts';

const world = await startCustomers({ mode: 'production' });
const platform = await world.newPlatform({ regulated: false });
const { submitted, show, typesOf, submit, newBusiness, decide } = reviewsIn(world, platform);
const { APPROVED, IN_PROGRESS, PENDING_MANUAL_REVIEW, REJECTED, RESOLVE_ERRORS } = VerificationStatus;

const poor = (resourceId: string) => about(resourceId, VerificationErrorType.POOR_QUALITY_DOCUMENT);
const about = (resourceId: string, type: VerificationErrorType) => ({ resourceId, type, reason: 'A reviewer objected' });

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
      await expect(decide(verificationId, other, other === RESOLVE_ERRORS ? [poor(customerId)] : [])).rejects.toMatchObject({
        details: { reason: 'STATUS_MOVE_FORBIDDEN' },
      });
  });

  test('about a business applies to its owners', async () => {
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

  test('with objections leaves the customer waiting, and the next submission is a new verification', async () => {
    const { customerId, verificationId, documentId } = await submitted();

    await decide(verificationId, RESOLVE_ERRORS, [poor(documentId)]);

    expect((await show(customerId)).kycStatus).toBe('PENDING');
    expect((await typesOf(customerId)).slice(2)).toEqual(['VERIFICATION.RESOLVE_ERRORS']);
    const { body: next } = await submit(customerId);
    expect(next.id).not.toBe(verificationId);
    expect(next.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect((await typesOf(customerId)).slice(3)).toEqual(['VERIFICATION.PENDING_MANUAL_REVIEW']); // it was pending before
    await expect(decide(verificationId, APPROVED)).rejects.toMatchObject({ details: { reason: 'STATUS_MOVE_FORBIDDEN' } });
  });

  test('can give the reason for a rejection', async () => {
    const { customerId, verificationId } = await submitted();

    const decided = await decide(verificationId, REJECTED, [about(customerId, VerificationErrorType.APPLICANT_SANCTIONED)]);

    expect(decided.verificationStatus).toBe(REJECTED);
    expect((await platform.rest('GET', `/verifications/${verificationId}`)).body.errors).toEqual([
      { resourceId: customerId, type: 'APPLICANT_SANCTIONED', reason: 'A reviewer objected' },
    ]);
  });

  test('lists valid objections, and no others', async () => {
    const { customerId, verificationId, documentId } = await submitted();
    const stranger = 'Customer:01900000-0000-7000-8000-00000000dead';
    const wrong = [
      [RESOLVE_ERRORS, [], 'errors'],
      [APPROVED, [poor(documentId)], 'errors.0.type'],
      [REJECTED, [about(customerId, VerificationErrorType.APPLICANT_FRAUD), poor(documentId)], 'errors.1.type'],
      [RESOLVE_ERRORS, [poor(documentId), poor(stranger)], 'errors.1.resourceId'],
    ] as const;

    for (const [status, errors, field] of wrong)
      await expect(decide(verificationId, status, [...errors]), field).rejects.toMatchObject({
        status: 400,
        details: { errors: [{ field }] },
      });
    expect((await show(customerId)).kycStatus).toBe('PENDING');
  });

  test('cannot be IN_PROGRESS, and needs an existing verification', async () => {
    const { verificationId } = await submitted();

    await expect(decide(verificationId, IN_PROGRESS)).rejects.toMatchObject({ status: 400 });
    await expect(decide('Verification:01900000-0000-7000-8000-00000000dead', APPROVED)).rejects.toMatchObject({ status: 404 });
    await decide(verificationId, PENDING_MANUAL_REVIEW); // that is what it is
  });
});

test('the hosted page shows the objections until they are resolved', async () => {
  const { customerId, verificationId, documentId } = await submitted();
  world.wall.advance(1000);
  await decide(verificationId, RESOLVE_ERRORS, [
    { resourceId: documentId, type: VerificationErrorType.EXPIRED_DOCUMENT, reason: 'The passport has expired' },
    { resourceId: customerId, type: VerificationErrorType.INVALID_FIELD, field: 'birthDate', reason: 'The date is another one' },
  ]);
  const { body: link } = await platform.rest('POST', `/customers/${customerId}/kyc-link`);
  const [, token = ''] = /kyc\/([\w-]+)/.exec(link.kycUrl) ?? [];
  const shownErrors = async () => {
    const { errors } = await platform.internal(HostedVerificationService).getHostedVerification({ token });
    return errors.map(({ reason }) => reason);
  };
  expect(await shownErrors()).toEqual(['The passport has expired', 'The date is another one']);
  const { body: page } = await world.app.inject({ method: 'GET', url: `/kyc/${token}` }).then(({ body }) => ({ body }));
  expect(page).toContain('<legend>Passport: upload it again</legend>');
  expect(page).toContain('<a href="#birthDate">The date is another one</a>');

  world.wall.advance(1000);
  const form = new FormData();
  const document = { documentType: 'PASSPORT', country: 'GB', documentNumber: 'P-2', issuingAuthority: 'HMPO' };
  for (const [name, value] of Object.entries(document)) form.append(`documents.${documentId}.${name}`, value);
  form.append(`documents.${documentId}.file`, new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'new.pdf');
  form.append('birthDate', '1990-12-11');
  form.append('intent', 'save');
  const { statusCode } = await world.app.inject({ method: 'POST', url: `/kyc/${token}`, payload: form as never });

  expect(statusCode).toBe(303);
  expect(await shownErrors()).toEqual([]);
  const { body: documents } = await platform.rest('GET', `/documents?documentHolder=${customerId}`);
  expect(documents.data).toMatchObject([{ id: documentId, documentNumber: 'P-2', fileName: 'new.pdf' }]);
});

test('the hosted page shows an objection that it has no field for', async () => {
  const { customerId, verificationId } = await submitted();
  world.wall.advance(1000);
  await decide(verificationId, RESOLVE_ERRORS, [
    { resourceId: customerId, type: VerificationErrorType.POOR_QUALITY_DOCUMENT, reason: 'The documents cannot be read' },
    { resourceId: customerId, type: VerificationErrorType.WRONG_DOCUMENT_TYPE, reason: 'A bill is no passport' },
  ]);
  const { body: link } = await platform.rest('POST', `/customers/${customerId}/kyc-link`);

  const { body: page } = await world.app.inject({ method: 'GET', url: new URL(link.kycUrl).pathname });

  expect(page).toContain('Please check 2 things');
  for (const shownErrors of ['The documents cannot be read', 'A bill is no passport'])
    expect(page).toContain(`<li>${shownErrors}</li>`);
});
