// Registrations of passkeys that enroll no factor.
import { expect, test } from 'vitest';
import { type BrowserPasskey, browserPasskey } from '../../kit/browser-passkey.ts';
import { attested, present } from '../../kit/passkey.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { loginsIn } from './sca-applicants.ts';
import { confirmPasskey, type PasskeyApplicant, startPasskey } from './sca-passkey-holders.ts';

const world = await sharedWorld();
const { newApplicant } = loginsIn(world);

const withDeviation = (deviation: Parameters<BrowserPasskey['create']>[1]) => async (applicant: PasskeyApplicant) =>
  confirmPasskey(applicant, browserPasskey().create((await startPasskey(applicant)).body.options, deviation));
const cases: [string, (applicant: PasskeyApplicant) => Promise<unknown>][] = [
  ['without a start', (applicant) => confirmPasskey(applicant, browserPasskey().create({ challenge: 'AAAA' }))],
  ['with an empty credential', async (applicant) => (await startPasskey(applicant), confirmPasskey(applicant, {}))],
  ['of the wrong ceremony', withDeviation({ type: 'webauthn.get' })],
  ['of another origin than stated', withDeviation({ origin: 'https://localhost' })],
  ['for another relying party', withDeviation({ rpId: 'evil.test' })],
  ['without the presence of the user', withDeviation({ flags: attested })],
  ['without a key', withDeviation({ flags: present })],
  ['with another id', withDeviation({ credentialId: 'AAAA' })],
  [
    'from an origin that is not allowed',
    async (applicant) => {
      const { body: started } = await startPasskey(applicant);
      const passkey = browserPasskey({ origin: 'http://localhost:4000', rpId: 'localhost' });
      return confirmPasskey(applicant, passkey.create(started.options), passkey.origin);
    },
  ],
  [
    'for the challenge of a replaced start',
    async (applicant) => {
      const { body: first } = await startPasskey(applicant);
      await startPasskey(applicant);
      return confirmPasskey(applicant, browserPasskey().create(first.options));
    },
  ],
  [
    'after ten minutes',
    async (applicant) => {
      const { body: started } = await startPasskey(applicant);
      world.wall.advance(600_000);
      return confirmPasskey(applicant, browserPasskey().create(started.options));
    },
  ],
  [
    'with the fixed value of the sandbox, without a start',
    (applicant) => confirmPasskey(applicant, { id: 'AAAA', response: { attestationObject: 'sandbox-valid-passkey-signature' } }),
  ],
];
test.each(cases)('a confirmation is refused %s', async (_, attempt) => {
  expect(await attempt(await newApplicant())).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});
