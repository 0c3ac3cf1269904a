// Authenticator apps for trust in beneficiaries.
import { describe, expect, test } from 'vitest';
import { newIban, scaCode } from '../../kit/european.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { type Applicant, totpHoldersIn } from './sca-totp-holders.ts';

const world = await sharedWorld();
const newTotpHolder = totpHoldersIn(world);
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };

describe('trust in a beneficiary', () => {
  const setTrust = async ({ customerId }: Applicant) => {
    const id = await newIban(world.rest, customerId);
    const start = await world.rest('POST', `/customers/external-accounts/${id}/trust`);
    const prove = (code: string) =>
      world.rest('POST', `/customers/external-accounts/${id}/trust/confirm`, {
        body: { challengeId: start.body.scaChallenge.id, code },
      });
    const end = async (code: string) => {
      await world.rest('POST', `/customers/external-accounts/${id}/untrust`);
      return world.rest('POST', `/customers/external-accounts/${id}/untrust/confirm`, { body: { code } });
    };
    return { start, prove, end };
  };

  test('is ended by code', async () => {
    const { prove, end } = await setTrust(await newTotpHolder());
    await prove(scaCode);

    const ended = await end(scaCode);

    expect(ended).toMatchObject({ status: 200, body: { trusted: false } });
  });

  test('is given by code, and no recovery code', async () => {
    const applicant = await newTotpHolder();
    const { start, prove } = await setTrust(applicant);

    const byRecovery = await prove(applicant.recoveryCodes[0] ?? '');
    const byCode = await prove(scaCode);

    expect(start.body.scaChallenge).toMatchObject({ factor: 'SMS_OTP', availableFactors: ['SMS_OTP', 'TOTP'] });
    expect(byRecovery).toMatchObject(refused);
    expect(byCode).toMatchObject({ status: 200, body: { trusted: true } });
  });

  test('is given by code where the phone is not verified', async () => {
    const applicant = await newTotpHolder();
    const change = { customerType: 'INDIVIDUAL', phoneNumber: '+4915112340000' };
    expect((await world.rest('PATCH', `/customers/${applicant.customerId}`, { body: change })).status).toBe(200);
    const { start, prove } = await setTrust(applicant);

    expect((await applicant.call('GET', 'factors')).body).toEqual({ factors: [{ factor: 'TOTP' }] });
    expect(start.body.scaChallenge).toMatchObject({ factor: 'TOTP', availableFactors: ['TOTP'] });
    expect((await prove(scaCode)).status).toBe(200);
  });
});
