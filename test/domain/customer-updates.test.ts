// Updates of customers without a database, and when customers can hold accounts.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { ContactVerificationStatus, IdentificationType, KycStatus } from '../../gen/payments/customers/v1/customer_enums_pb.ts';
import { UpdateCustomerRequestSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import { EndUserTermsConsentSchema } from '../../gen/payments/customers/v1/end_user_terms_pb.ts';
import { toCustomerChange } from '../../services/customers/convert-request.ts';
import { type Customer, entering, mayHoldAccounts } from '../../services/customers/domain/customer.ts';
import { update } from '../../services/customers/domain/update.ts';
import { company, occasion, platform, refusalOf, refused, registered } from './registrations.ts';

describe('accounts may be held', () => {
  const consent = create(EndUserTermsConsentSchema, { termsVersion: 'V1' });

  test.each([
    [KycStatus.APPROVED, true, undefined, true],
    [KycStatus.APPROVED, false, undefined, false],
    [KycStatus.APPROVED, false, consent, true],
    [KycStatus.UNVERIFIED, true, consent, false],
    [KycStatus.PENDING, true, consent, false],
    [KycStatus.REJECTED, true, consent, false],
    [KycStatus.HOLD, true, consent, false],
  ])('with status %s, regulated %s', (status, isRegulated, given, may) => {
    const customer = { ...registered(), status, consent: given };

    expect(mayHoldAccounts(customer, { ...platform, isRegulated })).toBe(may);
    expect(mayHoldAccounts({ ...customer, deletedAt: occasion.now }, platform)).toBe(false);
  });
});

test('each announced status counts one event', () => {
  const made = registered({ kind: company });
  const statuses = [KycStatus.UNVERIFIED, KycStatus.PENDING, KycStatus.PENDING, KycStatus.HOLD, KycStatus.APPROVED];

  const counts = statuses.map((status, index) => statuses.slice(0, index + 1).reduce(entering, made).eventCount);

  expect(counts).toEqual([0n, 1n, 1n, 1n, 2n]);
});

const changeBy = (request: MessageInitShape<typeof UpdateCustomerRequestSchema>) =>
  toCustomerChange(create(UpdateCustomerRequestSchema, request));

describe('an update', () => {
  const later = { ...occasion, now: new Date('2026-01-02T00:00:00Z') };
  const european = registered({ region: 'DE', email: 'ada@example.com', phoneNumber: '+4915112345678' });
  const verified: Customer = {
    ...european,
    contacts: { email: ContactVerificationStatus.VERIFIED, phone: ContactVerificationStatus.VERIFIED },
  };
  const updated = (customer: Customer, request: MessageInitShape<typeof UpdateCustomerRequestSchema>) =>
    update(customer, changeBy({ kind: { case: 'individual', value: {} }, ...request }), later);

  test('of a verified channel requires another verification', () => {
    expect(updated(verified, { email: 'other@example.com' }).contacts).toEqual({
      email: ContactVerificationStatus.PENDING,
      phone: ContactVerificationStatus.VERIFIED,
    });
    expect(updated(verified, { phoneNumber: '+4915187654321' }).contacts).toEqual({
      email: ContactVerificationStatus.VERIFIED,
      phone: ContactVerificationStatus.PENDING,
    });
    expect(updated(verified, { email: 'ada@example.com' })).toBe(verified);
  });

  test("can name the current UMA address after a change of the platform's domain", () => {
    const moved = { ...registered(), umaAddress: '$ada@old.acme.test' };

    expect(updated(moved, { umaAddress: '$ADA@old.acme.test' })).toBe(moved);
    expect(refusalOf(() => updated(moved, { umaAddress: '$bob@old.acme.test' }))).toEqual(refused('INVALID_UMA_ADDRESS'));
  });

  test('that lists currencies must include the required fields', () => {
    const kind = { case: 'individual' as const, value: { idType: IdentificationType.SSN, identifier: '123-45-6789' } };

    expect(refusalOf(() => updated(european, { currencies: ['EUR'] }))).toEqual(
      refused('MISSING_MANDATORY_USER_INFO', 'identifier'),
    );
    expect(updated(european, { currencies: ['EUR'], kind })).toMatchObject({ currencies: ['EUR'], hasOwnCurrencies: true });
  });

  test("with an empty list of currencies uses the platform's list again", () => {
    const choosy = registered({ currencies: ['USD'] });

    const after = updated(choosy, { updateMask: { paths: ['currencies'] } });

    expect(after).toMatchObject({ currencies: ['USD', 'EUR', 'PHP', 'MXN'], hasOwnCurrencies: false, updatedAt: later.now });
  });

  test('drops a description that is no longer required', () => {
    const individual = { fullName: 'Ada', purposeOfAccount: 13, purposeOfAccountOtherDescription: 'Rent' } as const;
    const made = registered({ kind: { case: 'individual', value: individual } });

    const after = updated(made, { kind: { case: 'individual', value: { purposeOfAccount: 11 } } });

    expect(after.profile.value).not.toHaveProperty('purposeOfAccountOtherDescription');
  });
});
