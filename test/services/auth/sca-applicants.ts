// Customers with strong customer authentication.
import { newEuropean } from '../../kit/european.ts';
import type { RestOptions } from '../../kit/rest.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';

export const ip = '198.51.100.7';

/** Creates customers who log in. */
export function loginsIn(world: SharedWorld) {
  async function newApplicant() {
    const { customerId } = await newEuropean(world.rest, { amount: 0 });
    const call = (verb: 'GET' | 'POST', path: string, options?: RestOptions) =>
      world.rest(verb, `/sca/${path}?customerId=${customerId}`, options);
    const start = async () => (await call('POST', 'login/start', { body: { factor: 'SMS_OTP' } })).body.challengeId as string;
    const complete = (challengeId: string, code: string) =>
      call('POST', 'login/complete', { body: { factor: 'SMS_OTP', challengeId, code, endUserIpAddress: ip } });
    const record = (eventType: string) => call('POST', 'record-event', { body: { eventType } });
    return { customerId, call, start, complete, record };
  }

  return { newApplicant };
}
