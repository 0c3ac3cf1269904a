// The end-user terms: their page, and the versions that a consent can name.
import { expect, test } from 'vitest';
import { startWorld } from '../../kit/platform.ts';
import { individual, startCustomers } from './customers-world.ts';

const urls = ['https://acme.test/terms/2025', 'https://acme.test/terms/2026'];
const world = await startCustomers({ settings: { endUserTermsUrls: urls } });

const consentTo = (termsVersion: string) => ({
  acceptedAt: '2026-01-01T00:00:00.000Z',
  ipAddress: '203.0.113.7',
  termsVersion,
  acceptanceMethod: 'CHECKBOX',
});

test('the newest version and its page are shown', async () => {
  const { status, body } = await world.rest('GET', '/customers/end-user-terms');

  expect({ status, body }).toEqual({ status: 200, body: { version: 'V2', url: urls[1] } });
});

test('by default there is one version, with a page of its own', async () => {
  const bare = await startWorld();

  const { body } = await bare.rest('GET', '/customers/end-user-terms');
  const page = await bare.app.inject({ url: new URL(body.url).pathname });

  expect(body).toEqual({ version: 'V1', url: 'http://localhost:8080/end-user-terms' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('No end-user terms have been published');
});

test.each(['V1', 'V2'])('a consent to %s is accepted at creation and by an update', async (version) => {
  const tenant = await world.newPlatform({ regulated: false });
  const endUserTermsConsent = consentTo(version);

  const created = await tenant.rest('POST', '/customers', { body: { ...individual, endUserTermsConsent } });
  const { body: plain } = await tenant.rest('POST', '/customers', { body: individual });
  const patched = await tenant.rest('PATCH', `/customers/${plain.id}`, {
    body: { customerType: 'INDIVIDUAL', endUserTermsConsent },
  });

  expect(created).toMatchObject({ status: 201, body: { endUserTermsConsent } });
  expect(plain).not.toHaveProperty('endUserTermsConsent');
  expect(patched).toMatchObject({ status: 200, body: { endUserTermsConsent } });
});

test.each(['V0', 'V3', 'v1', '2026-01-01'])('a consent to %s is refused at creation and by an update', async (version) => {
  const endUserTermsConsent = consentTo(version);
  const { body: customer } = await world.rest('POST', '/customers', { body: individual });

  const created = await world.rest('POST', '/customers', { body: { ...individual, endUserTermsConsent } });
  const patched = await world.rest('PATCH', `/customers/${customer.id}`, {
    body: { customerType: 'INDIVIDUAL', endUserTermsConsent },
  });

  for (const answer of [created, patched]) {
    expect(answer).toMatchObject({ status: 400, body: { code: 'END_USER_TERMS_VERSION_NOT_FOUND' } });
  }
});

test('the latest consent wins', async () => {
  const { body: customer } = await world.rest('POST', '/customers', {
    body: { ...individual, endUserTermsConsent: consentTo('V1') },
  });

  const { body: patched } = await world.rest('PATCH', `/customers/${customer.id}`, {
    body: { customerType: 'INDIVIDUAL', endUserTermsConsent: consentTo('V2') },
  });

  expect(patched.endUserTermsConsent).toEqual(consentTo('V2'));
});
