// Enrollment and deletion of passkeys as factors.
import { describe, expect, test } from 'vitest';
import { browserPasskey, developer, enrollPasskey } from '../../kit/browser-passkey.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { loginsIn } from './sca-applicants.ts';
import { confirmPasskey, type PasskeyApplicant, startPasskey } from './sca-passkey-holders.ts';

const world = await sharedWorld();
const { newApplicant } = loginsIn(world);
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };
const enrolled = { status: 409, body: { code: 'PASSKEY_ALREADY_ENROLLED' } };
const fixed = 'sandbox-valid-passkey-signature';

const remove = ({ customerId }: PasskeyApplicant, id: string) =>
  world.rest('DELETE', `/sca/factors/${id}?customerId=${customerId}`);
const factorsOf = async ({ call }: PasskeyApplicant) => (await call('GET', 'factors')).body.factors;

test('an enrollment starts with the options for a browser, and enrolls nothing', async () => {
  const applicant = await newApplicant();

  const { status, body } = await startPasskey(applicant);

  expect([status, body.type, body.relyingPartyId]).toEqual([200, 'PASSKEY', 'localhost']);
  expect(body.allowedOrigins).toEqual(expect.arrayContaining(['https://localhost', 'http://localhost:3000']));
  expect(body.options).toMatchObject({
    rp: { id: 'localhost', name: 'Payments' },
    user: { name: 'ada@example.com', displayName: 'ada@example.com' },
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    timeout: 600_000,
  });
  expect(Buffer.from(body.options.challenge, 'base64url')).toHaveLength(32);
  expect(body.options.challenge).toMatch(/^[\w-]+$/);
  expect(await factorsOf(applicant)).toEqual([{ factor: 'SMS_OTP' }]);
});

test.each(['ES256', 'RS256'] as const)('a registration with %s enrolls the passkey', async (algorithm) => {
  const applicant = await newApplicant();
  const passkey = browserPasskey(developer, algorithm);
  const { body: started } = await startPasskey(applicant);

  const confirmed = await confirmPasskey(applicant, passkey.create(started.options));

  const factor = { factor: 'PASSKEY', credentialId: passkey.credentialId };
  expect([confirmed.status, confirmed.body]).toEqual([200, { type: 'PASSKEY', factor }]);
  expect(await factorsOf(applicant)).toEqual([{ factor: 'SMS_OTP' }, factor]);
});

test('the relying party is the domain of the platform, and its site an allowed origin', async () => {
  const tenant = await world.newPlatform();
  await tenant.rest('PATCH', '/config', { body: { umaDomain: 'pay.acme.test' } });
  const applicant = await loginsIn({ ...world, ...tenant }).newApplicant();
  const own = browserPasskey({ origin: 'https://pay.acme.test', rpId: 'pay.acme.test' });

  const { body: started } = await startPasskey(applicant);
  const foreign = await confirmPasskey(
    applicant,
    browserPasskey({ ...own, origin: 'https://evil.test' }).create(started.options),
    'https://evil.test',
  );
  const confirmed = await confirmPasskey(applicant, own.create(started.options), own.origin);

  expect(started).toMatchObject({
    relyingPartyId: 'pay.acme.test',
    allowedOrigins: ['https://pay.acme.test', 'http://localhost:3000'],
    options: { rp: { id: 'pay.acme.test' } },
  });
  expect(foreign).toMatchObject(refused);
  expect(confirmed.status).toBe(200);
});

test('a customer has one passkey: a second one conflicts at its start and at its confirmation', async () => {
  const applicant = await newApplicant();
  const { body: started } = await startPasskey(applicant);
  const credentials = [1, 2, 3].map(() => browserPasskey().create(started.options));

  const confirmed = await Promise.all(credentials.map((credential) => confirmPasskey(applicant, credential)));

  expect(confirmed.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(confirmed.find(({ status }) => status === 409)).toMatchObject(enrolled);
  expect(await startPasskey(applicant)).toMatchObject(enrolled);
});

test('the fixed value of the sandbox enrolls without a check', async () => {
  const applicant = await newApplicant();
  await startPasskey(applicant);

  const credential = { id: 'c2FuZGJveA', response: { attestationObject: fixed } };
  const elsewhere = await confirmPasskey(applicant, credential, 'https://evil.test');
  const confirmed = await confirmPasskey(applicant, credential);

  expect(elsewhere).toMatchObject(refused);
  expect(confirmed.body).toEqual({ type: 'PASSKEY', factor: { factor: 'PASSKEY', credentialId: 'c2FuZGJveA' } });
});

test.each([
  [1023, true],
  [1024, false],
])('a passkey with an id of %i bytes can be deleted', async (length, isKept) => {
  const applicant = await newApplicant();
  await startPasskey(applicant);
  const id = Buffer.alloc(length, 7).toString('base64url');

  const { body } = await confirmPasskey(applicant, { id, response: { attestationObject: fixed } });

  expect(body.factor.credentialId === id).toBe(isKept);
  expect((await remove(applicant, body.factor.credentialId)).status).toBe(204);
});

describe('deletion', () => {
  test('deletes the passkey, and another can be enrolled', async () => {
    const applicant = await newApplicant();
    const { credentialId } = await enrollPasskey(world.rest, applicant.customerId);

    const deleted = await remove(applicant, credentialId);

    expect([deleted.status, await factorsOf(applicant)]).toEqual([204, [{ factor: 'SMS_OTP' }]]);
    expect(await remove(applicant, credentialId)).toMatchObject({ status: 404, body: { code: 'REFERENCE_NOT_FOUND' } });
    await enrollPasskey(world.rest, applicant.customerId);
  });

  test('finds no passkey of another customer', async () => {
    const [mine, theirs] = [await newApplicant(), await newApplicant()];
    const { credentialId } = await enrollPasskey(world.rest, theirs.customerId);

    expect(await remove(mine, credentialId)).toMatchObject({ status: 404, body: { code: 'REFERENCE_NOT_FOUND' } });
    expect((await remove(theirs, credentialId)).status).toBe(204);
  });
});
