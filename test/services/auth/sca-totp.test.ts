// Enrollment of authenticator apps.
import { base32nopad } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { scaCode } from '../../kit/european.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { loginsIn } from './sca-applicants.ts';
import { type Applicant, confirmTotp, startTotp, totpHoldersIn } from './sca-totp-holders.ts';

const world = await sharedWorld();
const { newApplicant } = loginsIn(world);
const newTotpHolder = totpHoldersIn(world);
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };
const wrong = '000000';

test('an enrollment starts with a secret of 20 bytes, and enrolls nothing', async () => {
  const applicant = await newApplicant();

  const { status, body } = await applicant.call('POST', 'factors', { body: { type: 'TOTP' } });

  expect([status, body.type]).toEqual([200, 'TOTP']);
  expect(body.secret).toMatch(/^[0-9a-f]{40}$/);
  expect(Buffer.from(base32nopad.decode(body.secretBase32Encoded)).toString('hex')).toBe(body.secret);
  expect(body.totpUri).toBe(`otpauth://totp/Payments:ada%40example.com?secret=${body.secretBase32Encoded}&issuer=Payments`);
  expect((await applicant.call('GET', 'factors')).body).toEqual({ factors: [{ factor: 'SMS_OTP' }] });
});

test('the issuer is the name of the app of the platform, also for passkeys', async () => {
  const tenant = await world.newPlatform();
  await tenant.rest('PATCH', '/config', { body: { embeddedWalletConfig: { appName: 'Ada & Söhne' } } });
  const applicant = await loginsIn({ ...world, ...tenant }).newApplicant();

  const { totpUri, secretBase32Encoded } = await startTotp(applicant);
  const { options } = (await applicant.call('POST', 'factors', { body: { type: 'PASSKEY' } })).body;

  const issuer = 'Ada%20%26%20S%C3%B6hne';
  expect(totpUri).toBe(`otpauth://totp/${issuer}:ada%40example.com?secret=${secretBase32Encoded}&issuer=${issuer}`);
  expect(options.rp.name).toBe('Ada & Söhne');
});

test('a confirmed app is a factor, with ten recovery codes', async () => {
  const { call, recoveryCodes } = await newTotpHolder();

  expect(recoveryCodes).toHaveLength(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){2}[A-Z2-7]{4}$/);
  expect((await call('GET', 'factors')).body).toEqual({ factors: [{ factor: 'SMS_OTP' }, { factor: 'TOTP' }] });
});

describe('a confirmation is refused', () => {
  const cases: [string, (applicant: Applicant) => Promise<unknown>][] = [
    ['without a start', (applicant) => confirmTotp(applicant, '0'.repeat(40))],
    ['with another secret', async (applicant) => (await startTotp(applicant), confirmTotp(applicant, '0'.repeat(40)))],
    ['with a wrong code', async (applicant) => confirmTotp(applicant, (await startTotp(applicant)).secret, wrong)],
    [
      'with the secret of a replaced start',
      async (applicant) => {
        const { secret } = await startTotp(applicant);
        await startTotp(applicant);
        return confirmTotp(applicant, secret);
      },
    ],
    [
      'after ten minutes',
      async (applicant) => {
        const { secret } = await startTotp(applicant);
        world.wall.advance(600_000);
        return confirmTotp(applicant, secret);
      },
    ],
    [
      'a second time',
      async (applicant) => {
        const { secret } = await startTotp(applicant);
        await confirmTotp(applicant, secret);
        return confirmTotp(applicant, secret);
      },
    ],
  ];
  test.each(cases)('%s', async (_, attempt) => {
    expect(await attempt(await newApplicant())).toMatchObject(refused);
  });
});

test('of confirmations at once one enrolls', async () => {
  const applicant = await newApplicant();
  const { secret } = await startTotp(applicant);

  const statuses = (await Promise.all(Array.from({ length: 8 }, () => confirmTotp(applicant, secret)))).map(
    ({ status }) => status,
  );

  expect(statuses.toSorted()).toEqual([200, ...Array<number>(7).fill(400)]);
});

test.each([
  ['SMS_OTP', 'type'],
  ['FAX', 'type'],
  [undefined, 'type'],
])('type %s is not enrolled', async (type, field) => {
  const { call } = await newApplicant();

  for (const path of ['factors', 'factors/confirm']) {
    expect(await call('POST', path, { body: { type, secret: 'x', code: scaCode } })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', details: { errors: [{ field }] } },
    });
  }
});

test('a customer with an app gets no second one', async () => {
  const { call } = await newTotpHolder();

  expect(await call('POST', 'factors', { body: { type: 'TOTP' } })).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', details: { reason: 'TOTP_ALREADY_ENROLLED' } },
  });
});
