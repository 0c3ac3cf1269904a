// Passkeys as factors in production, where the values of the sandbox prove nothing.
import { expect, test } from 'vitest';
import { browserPasskey, developer, enrollPasskey } from '../../kit/browser-passkey.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { production } from '../../kit/world-forms.ts';
import { ip } from './sca-applicants.ts';

const world = await sharedWorld(production);
const own = { origin: 'https://localhost', rpId: 'localhost' };
const fixed = 'sandbox-valid-passkey-signature';
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };

async function newCustomer() {
  const contacts = { email: 'ada@example.com', phoneNumber: '+33612345678' };
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'FR', ...contacts };
  const { body: customer } = await world.rest('POST', '/customers', { body });
  const call = (path: string, proof: object) => world.rest('POST', `/sca/${path}?customerId=${customer.id}`, { body: proof });
  return { customerId: String(customer.id), call };
}

test('a registration is checked, and the origin of developers is not allowed', async () => {
  const { call } = await newCustomer();
  const { body: started } = await call('factors', { type: 'PASSKEY' });
  const confirm = (credential: object, origin = own.origin) => call('factors/confirm', { type: 'PASSKEY', origin, credential });

  const byValue = await confirm({ id: 'AAAA', response: { attestationObject: fixed } });
  const byDeveloper = await confirm(browserPasskey().create(started.options), developer.origin);
  const byBrowser = await confirm(browserPasskey(own).create(started.options));

  expect(started.allowedOrigins).not.toContain(developer.origin);
  expect([byValue, byDeveloper]).toMatchObject([refused, refused]);
  expect(byBrowser.status).toBe(200);
});

test('a response is checked', async () => {
  const { customerId, call } = await newCustomer();
  const passkey = await enrollPasskey(world.rest, customerId, browserPasskey(own));
  const { body: started } = await call('login/start', { factor: 'PASSKEY' });
  const complete = (proof: object) => call('login/complete', { factor: 'PASSKEY', endUserIpAddress: ip, ...proof });

  const byValue = await complete({ passkeyAssertion: { response: { signature: fixed } }, origin: own.origin });
  const byBrowser = await complete(passkey.prove(started.passkeyOptions));

  expect(byValue).toMatchObject(refused);
  expect(byBrowser.status).toBe(200);
});
