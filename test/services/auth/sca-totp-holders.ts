// Customers with an authenticator app.
import { expect } from 'vitest';
import { scaCode } from '../../kit/european.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';
import { ip, loginsIn } from './sca-applicants.ts';

export type Applicant = Awaited<ReturnType<ReturnType<typeof loginsIn>['newApplicant']>>;

export const startTotp = async ({ call }: Applicant) => (await call('POST', 'factors', { body: { type: 'TOTP' } })).body;
export const confirmTotp = ({ call }: Applicant, secret: string, code = scaCode) =>
  call('POST', 'factors/confirm', { body: { type: 'TOTP', secret, code } });
export const startLogin = ({ call }: Applicant) => call('POST', 'login/start', { body: { factor: 'TOTP' } });
export const completeLogin = ({ call }: Applicant, code: string) =>
  call('POST', 'login/complete', { body: { factor: 'TOTP', code, endUserIpAddress: ip } });

/** Makes customers with an app, and its recovery codes. */
export function totpHoldersIn(world: SharedWorld) {
  const { newApplicant } = loginsIn(world);
  return async function newTotpHolder() {
    const applicant = await newApplicant();
    const { secret } = await startTotp(applicant);
    const { status, body } = await confirmTotp(applicant, secret);
    expect(status, JSON.stringify(body)).toBe(200);
    return { ...applicant, recoveryCodes: body.recoveryCodes as string[] };
  };
}
