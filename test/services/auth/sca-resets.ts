// Resets of lost factors.

import { enrollPasskey } from '../../kit/browser-passkey.ts';

import type { SharedWorld } from '../../kit/shared-world.ts';
import { loginsIn } from './sca-applicants.ts';
import { confirmTotp, startTotp } from './sca-totp-holders.ts';

export const minuteMs = 60_000;
export const mobile = { countryCode: '+49', number: '15119876543' };

export function resetsIn(world: SharedWorld) {
  const { newApplicant } = loginsIn(world);

  function resetsOf({ customerId }: { readonly customerId: string }) {
    const call = (verb: 'GET' | 'POST', path: string, body?: object) =>
      world.rest(verb, `/sca/factors/reset${path}?customerId=${customerId}`, body ? { body } : {});
    const start = (factor = 'SMS_OTP') => call('POST', '', { factor });
    const status = async (id: string) => (await call('GET', `/${id}`)).body;
    const complete = (id: string, body?: object) => call('POST', `/${id}/complete`, body);
    /** A reset whose liveness check has passed. */
    const passed = async (factor = 'SMS_OTP') => {
      const { body } = await start(factor);
      world.wall.advance(5_000);
      return body.resetId as string;
    };
    return { customerId, call, start, status, complete, passed };
  }

  /** A customer with all factors. */
  async function newHolder() {
    const applicant = await newApplicant();
    const { secret } = await startTotp(applicant);
    const { body } = await confirmTotp(applicant, secret);
    const passkey = await enrollPasskey(world.rest, applicant.customerId);
    const factors = async () =>
      (await applicant.call('GET', 'factors')).body.factors.map(({ factor }: { factor: string }) => factor);
    return { ...resetsOf(applicant), applicant, passkey, recoveryCodes: body.recoveryCodes as string[], factors };
  }

  return { newApplicant, newHolder, resetsOf };
}
