// Production customers who wait for a decision by people.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { expect } from 'vitest';
import {
  VerificationDirectoryService,
  type VerificationErrorSchema,
  type VerificationStatus,
} from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { Tenant } from '../../kit/platform.ts';
import { address, business, type SharedCustomers } from './customers-world.ts';
import { businessPapers, upload } from './documents.ts';

const complete = { birthDate: '1990-12-10', nationality: 'GB', address, idType: 'SSN', identifier: '123-45-6789' } as const;
export const passport = { documentNumber: 'P-112358', issuingAuthority: 'HMPO' };

export type Objection = MessageInitShape<typeof VerificationErrorSchema>;

/** Creates customers of a platform, submits them, and decides. */
export function reviewsIn(world: SharedCustomers, platform: Tenant) {
  async function newIndividual(fields: object = complete): Promise<string> {
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', ...fields };
    return (await platform.rest('POST', '/customers', { body })).body.id;
  }

  /** A business with everything but its owners. */
  async function newBusiness(): Promise<string> {
    const fields = { registrationNumber: 'HRB 002', countriesOfOperation: ['US'] }; // no magic in production
    const body = { ...business, address, businessInfo: { ...business.businessInfo, ...fields } };
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

  /** A reviewer's decision. */
  const decide = (verificationId: string, verificationStatus: VerificationStatus, errors: Objection[] = []) =>
    platform.internal(VerificationDirectoryService).decideVerification({ verificationId, verificationStatus, errors });

  return { newIndividual, newBusiness, submitted, submit, show, typesOf, decide };
}
