// Customers on HOLD: a verifier requests more data, and the next submission continues.
import { expect, test } from 'vitest';
import { VerificationDirectoryService, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { startCustomers } from './customers-world.ts';
import { upload } from './documents.ts';
import { passport, reviewsIn } from './reviewed-applicants.ts';

const world = await startCustomers({ mode: 'production' });
const platform = await world.newPlatform({ regulated: false });
const { newIndividual, submitted, show, typesOf, submit, decide } = reviewsIn(world, platform);
const directory = platform.internal(VerificationDirectoryService);
const { APPROVED, REJECTED } = VerificationStatus;

test.each([
  ['APPROVED', APPROVED],
  ['REJECTED', REJECTED],
])('a customer who was %s is held without an event, and leaves HOLD with a submission', async (name, status) => {
  const { customerId, verificationId } = await submitted();
  await decide(verificationId, status);
  const before = await show(customerId);
  const types = await typesOf(customerId);
  world.wall.advance(1000);

  await directory.holdCustomer({ customerId });
  const held = await show(customerId);
  await directory.holdCustomer({ customerId });

  expect(before.kycStatus).toBe(name);
  expect(held).toEqual({ ...before, kycStatus: 'HOLD', updatedAt: world.wall.now().toISOString() });
  expect(await show(customerId)).toEqual(held);
  expect(await typesOf(customerId)).toEqual(types);
  const { body: next } = await submit(customerId);
  expect([next.verificationStatus, (await show(customerId)).kycStatus]).toEqual(['PENDING_MANUAL_REVIEW', 'PENDING']);
  await decide(next.id, APPROVED);
  expect((await show(customerId)).kycStatus).toBe('APPROVED');
  expect((await typesOf(customerId)).slice(types.length)).toEqual([
    'VERIFICATION.PENDING_MANUAL_REVIEW',
    'CUSTOMER.KYC_PENDING',
    'VERIFICATION.APPROVED',
    'CUSTOMER.KYC_APPROVED',
  ]);
});

test('a customer with missing data stays on hold until it is complete', async () => {
  const customerId = await newIndividual();
  await directory.holdCustomer({ customerId });

  expect((await submit(customerId)).body.verificationStatus).toBe('RESOLVE_ERRORS');
  expect((await show(customerId)).kycStatus).toBe('HOLD');
  await upload(platform.rest, customerId, { fields: passport });
  await submit(customerId);

  expect((await show(customerId)).kycStatus).toBe('PENDING');
});

test('a customer who waits for a decision is held until the decision', async () => {
  const { customerId, verificationId } = await submitted();
  await directory.holdCustomer({ customerId });

  expect((await submit(customerId)).body.id).toBe(verificationId);
  expect((await show(customerId)).kycStatus).toBe('HOLD');
  await decide(verificationId, APPROVED);

  expect((await show(customerId)).kycStatus).toBe('APPROVED');
});

test("an unknown or deleted customer, or another platform's, cannot be held", async () => {
  const customerId = await newIndividual();
  await expect(world.internal(VerificationDirectoryService).holdCustomer({ customerId })).rejects.toMatchObject({ status: 404 });
  await platform.rest('DELETE', `/customers/${customerId}`);

  for (const id of [customerId, 'Customer:01900000-0000-7000-8000-00000000dead', 'nobody'])
    await expect(directory.holdCustomer({ customerId: id }), id).rejects.toMatchObject({ status: 404 });
});
