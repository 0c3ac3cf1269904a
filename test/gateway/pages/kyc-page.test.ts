// The hosted page in the sandbox, without a browser: what a submission comes to, who gets in, and what is never sent back.
import { describe, expect, test } from 'vitest';
import { business, startCustomers } from '../../services/customers/customers-world.ts';
import { pdf } from '../../services/customers/documents.ts';
import { newLink } from './hosted-page.ts';

const world = await startCustomers();
const redirectUri = 'https://platform.example/back?state=1';

async function newCustomer(body: object): Promise<string> {
  return (await world.rest('POST', '/customers', { body })).body.id;
}

const newIndividual = (suffix: string, told: object = {}) =>
  newCustomer({ customerType: 'INDIVIDUAL', fullName: `Ada Lovelace ${suffix}`, ...told });
const newBusiness = (registrationNumber: string) =>
  newCustomer({ ...business, businessInfo: { ...business.businessInfo, registrationNumber } });
const show = async (customerId: string) => (await world.rest('GET', `/customers/${customerId}`)).body;
const verificationsOf = async (customerId: string) =>
  (await world.rest('GET', `/verifications?customerId=${customerId}`)).body.data;

const open = (link: string) => world.app.inject({ method: 'GET', url: link });

/** Sends the form, with these fields. */
function send(link: string, fields: Readonly<Record<string, string | File>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return world.app.inject({ method: 'POST', url: link, payload: form as never });
}

const scan = (name: string, bytes: Uint8Array = pdf) => new File([Uint8Array.from(bytes)], name, { type: 'application/pdf' });

describe('what a submission comes to', () => {
  test.each([
    ['001', 'PENDING_MANUAL_REVIEW', [], 'PENDING'],
    ['003', 'RESOLVE_ERRORS', ['POOR_QUALITY_DOCUMENT'], 'UNVERIFIED'],
  ])('for an individual with %s, of whom everything is missing: %s', async (suffix, status, errors, kycStatus) => {
    const customerId = await newIndividual(suffix);
    const link = await newLink(world, customerId, { redirectUri });

    const answer = await send(link);

    expect([answer.statusCode, answer.headers.location]).toEqual([303, redirectUri]);
    const [verification, ...others] = await verificationsOf(customerId);
    expect(others).toEqual([]);
    expect(verification.verificationStatus).toBe(status);
    expect(verification.errors.map(({ type }: { type: string }) => type)).toEqual(errors);
    expect((await show(customerId)).kycStatus).toBe(kycStatus);
    expect((await open(link)).statusCode).toBe(410);
  });

  test.each([
    ['HRB 001', 'PENDING_MANUAL_REVIEW', 'UNVERIFIED'],
    ['HRB 002', 'REJECTED', 'REJECTED'],
    ['HRB 003', 'PENDING_MANUAL_REVIEW', 'UNVERIFIED'],
    ['HRB 100', 'APPROVED', 'APPROVED'],
  ])('for a business with %s: %s', async (registrationNumber, status, kybStatus) => {
    const customerId = await newBusiness(registrationNumber);
    const link = await newLink(world, customerId, { redirectUri });

    expect((await send(link)).statusCode).toBe(303);

    expect(await verificationsOf(customerId)).toMatchObject([{ verificationStatus: status, errors: [] }]);
    expect((await show(customerId)).kybStatus).toBe(kybStatus);
  });

  test.each(['002', '004'])('for an individual with %s, who was decided about: nothing but the way back', async (suffix) => {
    const customerId = await newIndividual(suffix);
    const link = await newLink(world, customerId, { redirectUri });
    expect((await open(link)).body).not.toContain('<input');

    const answer = await send(link, { fullName: 'Somebody Else' });

    expect([answer.statusCode, answer.headers.location]).toEqual([303, redirectUri]);
    expect(await verificationsOf(customerId)).toEqual([]);
    expect((await show(customerId)).fullName).toBe(`Ada Lovelace ${suffix}`);
  });

  test('without an address to return to: a page that says thank you', async () => {
    const answer = await send(await newLink(world, await newIndividual('001')));

    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<h1>Thank you</h1>');
  });
});

test('a business that its number decides about is asked for nothing', async () => {
  const link = await newLink(world, await newBusiness('HRB 100'));

  const { statusCode, body } = await open(link);

  expect(statusCode).toBe(200);
  expect(body).not.toMatch(/<input|<select/);
});

test('of twenty submissions at once one counts, and the others come too late', async () => {
  const customerId = await newIndividual('001');
  const link = await newLink(world, customerId, { redirectUri });

  const answers = await Promise.all(Array.from({ length: 20 }, () => send(link)));

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, ...Array(19).fill(410)]);
  expect(await verificationsOf(customerId)).toHaveLength(1);
});

test('an older link stays good beside a new one, until a day has passed', async () => {
  const tenant = await world.newPlatform();
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001' };
  const { body: customer } = await tenant.rest('POST', '/customers', { body });
  const old = await newLink(tenant, customer.id);
  const fresh = await newLink(tenant, customer.id);
  await tenant.advance(24 * 60 * 60 - 1);

  const before = await open(old);
  await tenant.advance(1);

  expect([before.statusCode, (await open(old)).statusCode, (await open(fresh)).statusCode]).toEqual([200, 410, 410]);
  expect((await send(old)).statusCode).toBe(410);
});

test.each(['/kyc/nothing', `/kyc/${'A'.repeat(43)}`])('%s leads nowhere', async (link) => {
  for (const answer of [await open(link), await send(link, { fullName: 'Ada' })]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  }
});

test('the link of a customer that was deleted is over', async () => {
  const customerId = await newIndividual('001');
  const link = await newLink(world, customerId);
  await world.rest('DELETE', `/customers/${customerId}`);

  expect([(await open(link)).statusCode, (await send(link)).statusCode]).toEqual([410, 410]);
});

test('a page runs nothing, loads its style alone, stays in no cache and tells nobody its address', async () => {
  const link = await newLink(world, await newIndividual('001'), { redirectUri });

  const { headers, body } = await open(link);

  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self' https: https://platform.example; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(body).not.toMatch(/<script| on\w+=|style=/);
  expect((await world.app.inject({ method: 'GET', url: '/pages/style.css' })).headers['content-type']).toBe('text/css');
});

test('what is known is shown, but for numbers that identify somebody; what comes from outside cannot become markup', async () => {
  const customerId = await newIndividual('001', { idType: 'SSN', identifier: '111-22-3333', birthDate: '1990-12-10' });
  const line1 = "\"><img src=x> & 'Sons'";
  const address = { line1, postalCode: '62701', country: 'US' };
  await world.rest('PATCH', `/customers/${customerId}`, { body: { customerType: 'INDIVIDUAL', address } });

  const { body } = await open(await newLink(world, customerId));

  expect(body).toContain('value="1990-12-10"');
  expect(body).toContain('value="&quot;&gt;&lt;img src=x&gt; &amp; &#39;Sons&#39;"');
  expect(body).not.toContain('3333');
});

describe('a form that is not right', () => {
  test('is shown again with what was typed, but for the numbers, and what was right is saved', async () => {
    const customerId = await newIndividual('001');
    const link = await newLink(world, customerId);
    const prefix = `documents.${customerId}.PASSPORT.`;
    const paper = { documentType: 'PASSPORT', country: 'GB', documentNumber: 'P-112358', file: scan('<b>.pdf') };
    const told = Object.fromEntries(Object.entries(paper).map(([name, value]) => [prefix + name, value]));

    const answer = await send(link, { birthDate: '1990-02-30', idType: 'SSN', identifier: '123', nationality: 'GB', ...told });

    expect(answer.statusCode).toBe(422);
    expect(problemsIn(answer.body)).toEqual(['birthDate', 'identifier']);
    expect(answer.body).toContain('<title>Error: Verify your identity</title>');
    expect(answer.body).toContain('value="1990-02-30"');
    expect(answer.body).toContain('&lt;b&gt;.pdf');
    expect(answer.body).not.toMatch(/value="123"|P-112358/);
    const { body: documents } = await world.rest('GET', `/documents?documentHolder=${customerId}`);
    expect(documents.data).toMatchObject([{ documentType: 'PASSPORT', documentNumber: 'P-112358', fileName: '<b>.pdf' }]);
    expect(await verificationsOf(customerId)).toEqual([]);
    expect((await send(link, { birthDate: '1990-12-10' })).statusCode).toBe(200);
  });

  test.each([
    ['that is too large', scan('passport.pdf', new Uint8Array(10 * 1024 * 1024 + 1)), 'The file must not be larger than 10 MB'],
    ['of another type', new File(['text'], 'passport.txt', { type: 'text/plain' }), 'This must be a PDF, JPEG or PNG'],
    ['that cannot be read', scan('low_quality.pdf'), 'The document is too poor to be processed. Scan it again.'],
  ])('is told of a file %s', async (_, file, message) => {
    const customerId = await newIndividual('001');
    const link = await newLink(world, customerId);
    const prefix = `documents.${customerId}.PASSPORT.`;

    const answer = await send(link, {
      [`${prefix}documentType`]: 'PASSPORT',
      [`${prefix}country`]: 'GB',
      [`${prefix}file`]: file,
    });

    expect(answer.statusCode).toBe(422);
    expect(problemsIn(answer.body)).toEqual([`${prefix}file`]);
    expect(answer.body).toContain(message);
  });

  test('is told of an owner who is half typed, and nobody is made twice', async () => {
    const customerId = await newBusiness('HRB 003');
    const link = await newLink(world, customerId);
    const person = { 'personalInfo.firstName': 'Grace', 'personalInfo.lastName': 'Hopper', ownershipPercentage: '101' };

    const answer = await send(link, person);

    expect(answer.statusCode).toBe(422);
    expect(problemsIn(answer.body)).toEqual([
      'ownershipPercentage',
      'personalInfo.address.line1',
      'personalInfo.birthDate',
      'personalInfo.idType',
      'personalInfo.identifier',
      'personalInfo.nationality',
      'roles',
    ]);
    expect((await world.rest('GET', `/beneficial-owners?customerId=${customerId}`)).body.totalCount).toBe(0);
  });

  test('cannot be another kind of body', async () => {
    const link = await newLink(world, await newIndividual('001'));
    const headers = { 'content-type': 'application/json' };

    const answer = await world.app.inject({ method: 'POST', url: link, headers, payload: '{"intent":' });

    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

test('saving keeps the link, and what was saved is shown', async () => {
  const customerId = await newIndividual('001');
  const link = await newLink(world, customerId, { redirectUri });

  const answer = await send(link, { intent: 'save', birthDate: '1990-12-10' });

  expect([answer.statusCode, answer.headers.location]).toEqual([303, '?saved']);
  const { body } = await open(`${link.split('?')[0]}?saved`);
  expect(body).toContain('role="status"');
  expect(body).toContain('value="1990-12-10"');
  expect(await verificationsOf(customerId)).toEqual([]);
});

/** The names of the fields that a page complains about. */
function problemsIn(body: string): string[] {
  return [...body.matchAll(/<p class="problem" id="(.*)-problem">/g)].map(([, name]) => name ?? '').sort();
}
