// Customers with a passkey as a factor.
import { browserPasskey, developer, enrollPasskey } from '../../kit/browser-passkey.ts';
import type { Deviation } from '../../kit/passkey.ts';
import type { SharedWorld } from '../../kit/shared-world.ts';
import { ip, loginsIn } from './sca-applicants.ts';

export type PasskeyApplicant = Awaited<ReturnType<ReturnType<typeof loginsIn>['newApplicant']>>;

export const startPasskey = ({ call }: PasskeyApplicant) => call('POST', 'factors', { body: { type: 'PASSKEY' } });
export const confirmPasskey = ({ call }: PasskeyApplicant, credential: object, origin = developer.origin) =>
  call('POST', 'factors/confirm', { body: { type: 'PASSKEY', origin, credential } });

/** Makes customers with a passkey. */
export function passkeyHoldersIn(world: SharedWorld) {
  const { newApplicant } = loginsIn(world);
  return async function newHolder(passkey = browserPasskey()) {
    const applicant = await newApplicant();
    await enrollPasskey(world.rest, applicant.customerId, passkey);
    const startLogin = async () => (await applicant.call('POST', 'login/start', { body: { factor: 'PASSKEY' } })).body;
    const completeLogin = (proof: object) =>
      applicant.call('POST', 'login/complete', { body: { factor: 'PASSKEY', endUserIpAddress: ip, ...proof } });
    const logIn = async (deviation: Deviation = {}) =>
      completeLogin(passkey.prove((await startLogin()).passkeyOptions, deviation));
    return { ...applicant, passkey, startLogin, completeLogin, logIn };
  };
}
