// Passkeys in logins.
import { describe, expect, test } from 'vitest';
import { browserPasskey, developer, enrollPasskey } from '../../kit/browser-passkey.ts';
import { scaCode } from '../../kit/european.ts';
import type { Deviation } from '../../kit/passkey.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { ip, loginsIn } from './sca-applicants.ts';
import { passkeyHoldersIn } from './sca-passkey-holders.ts';

const world = await sharedWorld();
const { newApplicant } = loginsIn(world);
const newHolder = passkeyHoldersIn(world);
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };
const fixed = { id: 'x', response: { signature: 'sandbox-valid-passkey-signature' } };

describe('a login', () => {
  test('asks the browser for the passkey, and its response opens a session', async () => {
    const { passkey, startLogin, completeLogin } = await newHolder();

    const started = await startLogin();
    const done = await completeLogin(passkey.prove(started.passkeyOptions));

    expect(started).toEqual({
      factor: 'PASSKEY',
      passkeyOptions: {
        challenge: expect.stringMatching(/^[\w-]{48}$/),
        timeout: 600_000,
        rpId: 'localhost',
        allowCredentials: [{ type: 'public-key', id: passkey.credentialId }],
        userVerification: 'preferred',
      },
      allowedOrigins: expect.arrayContaining(['https://localhost', developer.origin]),
      relyingPartyId: 'localhost',
    });
    expect(done).toMatchObject({ status: 200, body: { status: 'SUCCESS', sessionExpiresAt: expect.any(String) } });
  });

  test('has a challenge of its own, whose response works once', async () => {
    const { passkey, startLogin, completeLogin } = await newHolder();
    const first = passkey.prove((await startLogin()).passkeyOptions);
    const second = passkey.prove((await startLogin()).passkeyOptions);

    expect([await completeLogin(first), await completeLogin(second), await completeLogin(second)]).toMatchObject([
      refused,
      { status: 200 },
      refused,
    ]);
  });

  test.each<[string, Deviation]>([
    ['of another ceremony', { type: 'webauthn.create' }],
    ['from an origin that is not allowed', { origin: 'https://evil.test' }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['without the presence of the user', { flags: 0 }],
    ['of another passkey', { credentialId: 'AAAA' }],
    ['with a repeated counter', { counter: 0 }],
  ])('is refused by a response %s, which counts as a failure', async (_, deviation) => {
    const { logIn, record } = await newHolder();
    expect((await logIn()).status).toBe(200);

    expect(await logIn(deviation)).toMatchObject(refused);
    expect((await record('FAILED_LOGIN_ATTEMPT')).body.failedAttempts).toBe(2);
  });

  test('is refused by the response of another key, and by none', async () => {
    const { passkey, startLogin, completeLogin } = await newHolder();
    const { passkeyOptions } = await startLogin();
    const forged = browserPasskey().prove(passkeyOptions, { credentialId: passkey.credentialId });

    expect([await completeLogin(forged), await completeLogin({ passkeyAssertion: {}, origin: developer.origin })]).toMatchObject([
      refused,
      refused,
    ]);
  });

  test('ends after ten minutes', async () => {
    const { passkey, startLogin, completeLogin } = await newHolder();
    const proof = passkey.prove((await startLogin()).passkeyOptions);
    world.wall.advance(600_000);

    expect(await completeLogin(proof)).toMatchObject(refused);
  });

  test('is completed by the factor that it was started with, and other proofs do not count', async () => {
    const { passkey, startLogin, completeLogin, record } = await newHolder();
    const { passkeyOptions } = await startLogin();

    expect(await completeLogin({ code: scaCode })).toMatchObject(refused);
    expect((await record('FAILED_LOGIN_ATTEMPT')).body.failedAttempts).toBe(1);
    expect((await completeLogin(passkey.prove(passkeyOptions))).status).toBe(200);
  });

  test('is not proven by a deleted passkey, nor by its successor', async () => {
    const { call, customerId, passkey, startLogin, completeLogin } = await newHolder();
    const { passkeyOptions } = await startLogin();
    await world.rest('DELETE', `/sca/factors/${passkey.credentialId}?customerId=${customerId}`);

    const deleted = await completeLogin(passkey.prove(passkeyOptions));
    const successor = await enrollPasskey(world.rest, customerId);

    expect(deleted).toMatchObject(refused);
    expect(await completeLogin(successor.prove(passkeyOptions))).toMatchObject(refused);
    expect((await call('POST', 'login/start', { body: { factor: 'PASSKEY' } })).status).toBe(200);
  });

  test('requires a passkey', async () => {
    const { call } = await newApplicant();

    expect(await call('POST', 'login/start', { body: { factor: 'PASSKEY' } })).toMatchObject(refused);
  });

  test('succeeds with the fixed value of the sandbox', async () => {
    const { startLogin, completeLogin } = await newHolder();
    await startLogin();

    expect((await completeLogin({ passkeyAssertion: fixed, origin: developer.origin })).status).toBe(200);
  });

  test('keeps its relying party if the platform changes its domain', async () => {
    const tenant = await world.newPlatform();
    await tenant.rest('PATCH', '/config', { body: { umaDomain: 'old.acme.test' } });
    const { call, customerId } = await loginsIn({ ...world, ...tenant }).newApplicant();
    const passkey = browserPasskey({ origin: 'https://old.acme.test', rpId: 'old.acme.test' });
    await enrollPasskey(tenant.rest, customerId, passkey);
    await tenant.rest('PATCH', '/config', { body: { umaDomain: 'new.acme.test' } });

    const { body: started } = await call('POST', 'login/start', { body: { factor: 'PASSKEY' } });
    const body = { factor: 'PASSKEY', endUserIpAddress: ip, ...passkey.prove(started.passkeyOptions) };

    expect([started.relyingPartyId, started.allowedOrigins[0]]).toEqual(['old.acme.test', passkey.origin]);
    expect((await call('POST', 'login/complete', { body })).status).toBe(200);
  });
});

test('wrong responses lock, and the lock refuses the right one', async () => {
  const { passkey, startLogin, completeLogin } = await newHolder();
  const { passkeyOptions } = await startLogin();
  const wrong = passkey.prove({ challenge: Buffer.alloc(32).toString('base64url') });
  for (let i = 0; i < 5; i++) expect(await completeLogin(wrong)).toMatchObject(refused);

  const locked = { status: 423, body: { code: 'ACCOUNT_LOCKED', details: { failedAttempts: 5, suspended: false } } };
  expect(await completeLogin(passkey.prove(passkeyOptions))).toMatchObject(locked);
  expect(await completeLogin({ passkeyAssertion: fixed, origin: developer.origin })).toMatchObject(locked);
});
