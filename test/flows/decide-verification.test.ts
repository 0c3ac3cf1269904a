// A reviewer decides in production, with the tool of the operator.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../kit/database.ts';
import { masterKey, runProcess, startProcess } from '../kit/launch.ts';
import { restAt } from '../kit/rest-at.ts';
import { address } from '../services/customers/customers-world.ts';
import { pdf, upload } from '../services/customers/documents.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'payments-decide-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));
const env = { MODE: 'production', DATABASE_URL: await testDatabase(), DATA_DIR, MASTER_KEY: masterKey };
const made = await runProcess({ env, main: 'tools/create-platform.ts' });
const [, platformId = ''] = /platform +(\S+)/.exec(made.output) ?? [];
const [, id, secret] = /client id +(\w+)\s+client secret +(\w+)/.exec(made.output) ?? [];
const platform = await startProcess({ env });
const rest = restAt(platform.origin, `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);

const decide = (...args: string[]) =>
  runProcess({ env, main: 'tools/decide-verification.ts', args: ['--platform', platformId, ...args] });

test('a waiting customer is approved', async () => {
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', birthDate: '1990-12-10', nationality: 'GB', address };
  const { body: customer } = await rest('POST', '/customers', { body: { ...person, idType: 'SSN', identifier: '123-45-6789' } });
  await upload(rest, customer.id, { fields: { documentNumber: 'P-112358', issuingAuthority: 'HMPO' } });
  const { body: verification } = await rest('POST', '/verifications', { body: { customerId: customer.id } });
  expect(verification.verificationStatus).toBe('PENDING_MANUAL_REVIEW');

  const { code, output } = await decide('--verification', verification.id, '--status', 'APPROVED');

  expect([code, output]).toEqual([0, `${verification.id} is APPROVED\n`]);
  expect((await rest('GET', `/customers/${customer.id}`)).body.kycStatus).toBe('APPROVED');
});

test('objections are reported, and the document can be viewed', async () => {
  const person = { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', birthDate: '1990-12-09', nationality: 'US', address };
  const { body: customer } = await rest('POST', '/customers', { body: { ...person, idType: 'SSN', identifier: '123-45-6789' } });
  const fields = { documentNumber: 'P-112358', issuingAuthority: 'HMPO' };
  const { body: document } = await upload(rest, customer.id, { fields });
  const { body: verification } = await rest('POST', '/verifications', { body: { customerId: customer.id } });
  const to = join(DATA_DIR, 'paper.pdf');
  const error = { resourceId: document.id, type: 'EXPIRED_DOCUMENT', reason: 'The passport has expired' };

  const looked = await runProcess({
    env,
    main: 'tools/read-document.ts',
    args: ['--platform', platformId, '--document', document.id, '--to', to],
  });
  const decided = await decide('--verification', verification.id, '--status', 'RESOLVE_ERRORS', '--error', JSON.stringify(error));

  expect(looked.output).toBe(`${document.id} is ${to} (application/pdf)\n`);
  expect(readFileSync(to)).toEqual(pdf);
  expect([decided.code, decided.output]).toEqual([0, `${verification.id} is RESOLVE_ERRORS\n`]);
  expect((await rest('GET', `/verifications/${verification.id}`)).body.errors).toEqual([error]);
});

test('an invalid decision is refused with the reason', async () => {
  const forgotten = await decide('--status', 'FINE');
  const unknown = await decide('--verification', 'Verification:01900000-0000-7000-8000-00000000dead', '--status', 'REJECTED');

  expect([forgotten.code, unknown.code]).toEqual([1, 1]);
  expect(forgotten.output).toContain('Pass --platform <uuid>, --verification <id> and --status');
  expect(unknown.output).toContain('There is no verification Verification:');
});
