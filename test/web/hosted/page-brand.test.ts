// The name and logo of the platform on pages for its customers, and the pages without a platform.
import { expect, test } from 'vitest';
import { startCustomers } from '../../services/customers/customers-world.ts';
import { newLink } from './hosted-page.ts';
import { visitorsIn } from './page-visitors.ts';

const world = await startCustomers();
const { open, send, newIndividual } = visitorsIn(world);

test('a page shows the name and logo of the platform, and can load only that logo', async () => {
  const link = await newLink(world, await newIndividual('001'));
  const plain = await open(link);
  const embeddedWalletConfig = { appName: 'Lovelace & Sons', logoUrl: 'https://cdn.lovelace.example/logo.png' };
  await world.rest('PATCH', '/config', { body: { embeddedWalletConfig } });

  const { body, headers } = await open(link);
  const done = await send(link);

  expect(plain.body).not.toContain('class="brand"');
  expect(body).toContain('<img src="https://cdn.lovelace.example/logo.png" alt="">');
  expect(body).toContain('<span>Lovelace &amp; Sons</span>');
  expect(headers['content-security-policy']).toContain("img-src 'self' https://cdn.lovelace.example;");
  expect(done.body).toMatch(/Lovelace &amp; Sons[\s\S]*<h1>Thank you<\/h1>/);
});

test('countries are entered by name or code, and unknown ones are refused with a message', async () => {
  const customerId = await newIndividual('001');
  const link = await newLink(world, customerId);

  const wrong = await send(link, { nationality: 'Atlantis', birthDate: '1990-02-30', identifier: '12', idType: 'SSN' });
  const saved = await send(link, { intent: 'save', nationality: 'united kingdom' });

  expect(wrong.statusCode).toBe(422);
  expect(wrong.body).toContain('Nationality: choose a country from the list.');
  expect(wrong.body).toContain('value="Atlantis"');
  expect(wrong.body).toContain('Date of birth: enter a valid date that is not in the future.');
  expect(wrong.body).toContain('A Social Security number or ITIN has nine digits');
  expect(saved.statusCode).toBe(303);
  expect((await world.rest('GET', `/customers/${customerId}`)).body.nationality).toBe('GB');
});

test('a reference to a missing file is an error of that file', async () => {
  const customerId = await newIndividual('001');
  const link = await newLink(world, customerId);
  const facts = { uploadId: '00000000-0000-4000-8000-000000000000', bytes: 5, fileName: 'a.pdf', contentType: 'application/pdf' };
  const reference = Buffer.from(JSON.stringify(facts)).toString('base64url');
  const prefix = `documents.${customerId}.PASSPORT.`;

  const answer = await send(link, {
    [`${prefix}documentType`]: 'PASSPORT',
    [`${prefix}country`]: 'GB',
    [`${prefix}file`]: reference,
  });

  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain(`id="${prefix}file-problem"`);
  expect(answer.body).not.toContain('is attached');
});

test('the default end-user terms look like the other pages and mention no setting', async () => {
  const { body, headers } = await open('/end-user-terms');

  expect(body).toContain('<link rel="stylesheet" href="./pages/style.css">');
  expect(body).not.toContain('END_USER_TERMS_URLS');
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': expect.any(String) });
});

test('every page has an icon that exists', async () => {
  const { body } = await open(await newLink(world, await newIndividual('001')));
  const icon = await open('/pages/icon.svg');

  expect(body).toContain('<link rel="icon" type="image/svg+xml" href="../pages/icon.svg">');
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
});
