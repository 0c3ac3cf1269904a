// Reviewers decide in production, with the commands of operators.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../kit/database.ts';
import { startProcess } from '../kit/launch.ts';
import { restAt } from '../kit/rest-at.ts';
import { address } from '../services/customers/customers-world.ts';
import { pdf, upload } from '../services/customers/documents.ts';
import { newProductionPlatform, operatorOf } from './production-platform.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'payments-decide-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));
const process = await startProcess({ env: { MODE: 'production', DATABASE_URL: await testDatabase(), DATA_DIR } });
const { platformId, authorization } = await newProductionPlatform(process);
const operator = await operatorOf(process);
const rest = restAt(process.origin, authorization);
const ofPlatform = ['--platform', platformId];

/** A customer with a document, whose verification waits for a review. */
async function newSubmission(fullName: string) {
  const person = { customerType: 'INDIVIDUAL', fullName, birthDate: '1990-12-10', nationality: 'GB', address };
  const { body: customer } = await rest('POST', '/customers', { body: { ...person, idType: 'SSN', identifier: '123-45-6789' } });
  const fields = { documentNumber: 'P-112358', issuingAuthority: 'HMPO' };
  const { body: document } = await upload(rest, customer.id, { fields });
  const { body: verification } = await rest('POST', '/verifications', { body: { customerId: customer.id } });
  return { customer, document, verification };
}

test('a waiting customer is approved', async () => {
  const { customer, verification } = await newSubmission('Ada Lovelace');
  const waiting = await operator.json('customers', 'verifications', ...ofPlatform);

  await operator.json('customers', 'verify', verification.id, ...ofPlatform, '--status', 'APPROVED');

  expect(waiting.map(({ id }) => id)).toEqual([verification.id]);
  expect((await rest('GET', `/customers/${customer.id}`)).body.kycStatus).toBe('APPROVED');
});

test('objections are reported, and the document can be viewed', async () => {
  const { customer, document, verification } = await newSubmission('Grace Hopper');
  const to = join(DATA_DIR, 'paper.pdf');
  const error = { resourceId: document.id, type: 'EXPIRED_DOCUMENT', reason: 'The passport has expired' };
  const verify = ['customers', 'verify', verification.id, ...ofPlatform, '--status', 'RESOLVE_ERRORS'];

  const documents = await operator.json('customers', 'documents', customer.id, ...ofPlatform);
  const [written] = await operator.json('customers', 'document', document.id, ...ofPlatform, '--to', to);
  await operator.json(...verify, '--error', JSON.stringify(error));

  expect(documents.map(({ id }) => id)).toEqual([document.id]);
  expect(written).toEqual({ id: document.id, file: to, contentType: 'application/pdf' });
  expect(readFileSync(to)).toEqual(pdf);
  expect((await rest('GET', `/verifications/${verification.id}`)).body.errors).toEqual([error]);
});

test('an invalid decision is refused with the reason', async () => {
  const unknownId = 'Verification:01900000-0000-7000-8000-00000000dead';
  const verify = (...args: string[]) => operator.run('customers', 'verify', unknownId, ...ofPlatform, ...args);

  const [fine, forgotten, unread] = [
    await verify('--status', 'FINE'),
    await verify(),
    await verify('--status', 'REJECTED', '--error', '{'),
  ];
  const unknown = await verify('--status', 'REJECTED');

  expect([fine.code, forgotten.code, unread.code, unknown.code]).toEqual([2, 2, 2, 1]);
  expect(fine.err).toContain('--status must be one of APPROVED, REJECTED, RESOLVE_ERRORS.');
  expect(forgotten.err).toContain('Pass --status.');
  expect(unknown.err).toContain('There is no verification Verification:');
});
