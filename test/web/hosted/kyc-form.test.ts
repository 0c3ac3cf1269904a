// Invalid forms of the hosted page: the reported errors, and the saved data.
import { describe, expect, test } from 'vitest';
import { startCustomers } from '../../services/customers/customers-world.ts';
import { newLink } from './hosted-page.ts';
import { scan, visitorsIn } from './page-visitors.ts';

const world = await startCustomers();
const { newIndividual, send, verificationsOf, newBusiness, open } = visitorsIn(world);
const redirectUri = 'https://platform.example/back?state=1';

describe('an invalid form', () => {
  test('is shown again with the input, except for numbers, and valid fields are saved', async () => {
    const customerId = await newIndividual('001');
    const link = await newLink(world, customerId);
    const prefix = `documents.${customerId}.PASSPORT.`;
    const paper = { documentType: 'PASSPORT', country: 'GB', documentNumber: 'P-112358', file: scan('<b>.pdf') };
    const fields = Object.fromEntries(Object.entries(paper).map(([name, value]) => [prefix + name, value]));

    const answer = await send(link, { birthDate: '1990-02-30', idType: 'SSN', identifier: '123', nationality: 'GB', ...fields });

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
    ['that is too large', scan('passport.pdf', new Uint8Array(10 * 1024 * 1024 + 1)), 'The file must not be larger than 10 MB.'],
    ['of another type', new File(['text'], 'passport.txt', { type: 'text/plain' }), 'The file must be a PDF, JPEG or PNG.'],
    ['that cannot be read', scan('low_quality.pdf'), 'The quality of the document is too low. Scan it again.'],
  ])('reports a file %s', async (_, file, message) => {
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

  test('reports an incomplete owner, and no owner is created twice', async () => {
    const customerId = await newBusiness('HRB 003');
    const link = await newLink(world, customerId);
    const typed = { 'personalInfo.firstName': 'Grace', 'personalInfo.lastName': 'Hopper', ownershipPercentage: '101' };
    const person = Object.fromEntries(Object.entries(typed).map(([name, value]) => [`people.2.${name}`, value]));

    const answer = await send(link, person);

    expect(answer.statusCode).toBe(422);
    expect(problemsIn(answer.body)).toEqual([
      'people.2.ownershipPercentage',
      'people.2.personalInfo.address.line1',
      'people.2.personalInfo.birthDate',
      'people.2.personalInfo.idType',
      'people.2.personalInfo.identifier',
      'people.2.personalInfo.nationality',
      'people.2.roles',
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

test('saving keeps the link valid, and the saved data is shown', async () => {
  const customerId = await newIndividual('001');
  const link = await newLink(world, customerId, { redirectUri });

  const answer = await send(link, { intent: 'save', birthDate: '1990-12-10' });

  expect([answer.statusCode, answer.headers.location]).toEqual([303, '?saved']);
  const { body } = await open(`${link.split('?')[0]}?saved`);
  expect(body).toContain('role="status"');
  expect(body).toContain('value="1990-12-10"');
  expect(await verificationsOf(customerId)).toEqual([]);
});

/** The names of the invalid fields of a page. */
function problemsIn(body: string): string[] {
  return [...body.matchAll(/<p class="problem" id="(.*)-problem">/g)].map(([, name]) => name ?? '').sort();
}
