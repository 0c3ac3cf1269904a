// `keys passkey`: a software authenticator, for wallets and for strong customer authentication (SCA).
import { command } from '../command.ts';
import type { Passkey } from '../passkey.ts';
import { fileIn, required, responseIn } from './keys.ts';

const authenticator = () => import('../passkey.ts'); // loads CBOR, which other commands do not need

const options = {
  key: { value: 'FILE', description: 'of "keys passkey new"' },
  sca: { description: 'for a factor of the customer, instead of a credential of a wallet' },
} as const;

export const passkeyNew = command({
  name: 'keys passkey new',
  summary: 'Create a passkey',
  options: {
    origin: { value: 'URL', description: 'of the app; http://localhost:3000 if absent' },
    'rp-id': { value: 'HOST', description: 'the relying party; localhost if absent' },
  },
  examples: ['keys passkey new > passkey.json'],
  run: async ({ print, text }) => {
    const { createPasskey } = await authenticator();
    const [origin, rpId] = [text('origin'), text('rp-id')];
    const passkey = createPasskey({ ...(origin !== undefined && { origin }), ...(rpId !== undefined && { rpId }) });
    print.result(passkey, () => [JSON.stringify(passkey)]);
  },
});

export const passkeyCreate = command({
  name: 'keys passkey create',
  summary: 'Register a passkey, as navigator.credentials.create does',
  details: [
    'For a wallet, prints challenge and attestation for POST /auth/credentials. With --sca, reads the response of POST /sca/factors from ' +
      'standard input, and prints the body for POST /sca/factors/confirm.',
  ],
  options,
  examples: ['keys passkey create --key passkey.json', 'keys passkey create --key passkey.json --sca < started.json'],
  run: async ({ print, text, has, host }) => {
    const { registerPasskey } = await authenticator();
    const passkey = fileIn<Passkey>(host, text('key'));
    const challenge = has('sca') ? await challengeIn(responseIn(host)) : passkey.challenge;
    const { credentialId, clientDataJson, ...response } = registerPasskey({ passkey, challenge });
    const body = has('sca')
      ? {
          type: 'PASSKEY',
          origin: passkey.origin,
          credential: browserCredential(credentialId, { clientDataJSON: clientDataJson, ...response }),
        }
      : { challenge, attestation: { credentialId, clientDataJson, ...response } };
    print.result(body, () => [JSON.stringify(body)]);
  },
});

export const passkeyGet = command({
  name: 'keys passkey get',
  summary: 'Answer a challenge with a passkey, as navigator.credentials.get does',
  details: [
    'Reads the challenge from standard input: the response of POST /auth/credentials/{id}/challenge, and prints the body for …/verify; with ' +
      '--sca, the response of POST /sca/login/start, and prints passkeyAssertion and origin.',
  ],
  options,
  examples: ['keys passkey get --key passkey.json < challenged.json', 'keys passkey get --key passkey.json --sca < started.json'],
  run: async ({ print, text, has, host }) => {
    const { assertPasskey } = await authenticator();
    const passkey = fileIn<Passkey>(host, text('key'));
    if (!has('sca')) {
      const { challenge } = await responseIn<{ challenge: string }>(host);
      const body = { type: 'PASSKEY', assertion: assertPasskey({ passkey, text: required(challenge, 'challenge') }) };
      return print.result(body, () => [JSON.stringify(body)]);
    }
    const { credentialId, clientDataJson, ...response } = assertPasskey({
      passkey,
      challenge: await challengeIn(responseIn(host)),
    });
    const assertion = browserCredential(credentialId, { clientDataJSON: clientDataJson, ...response });
    const body = { passkeyAssertion: assertion, origin: passkey.origin };
    print.result(body, () => [JSON.stringify(body)]);
  },
});

interface Started {
  /** Of an enrollment. */
  readonly options: { readonly challenge: string };
  /** Of a login. */
  readonly passkeyOptions: { readonly challenge: string };
}

async function challengeIn(response: Promise<Partial<Started>>): Promise<string> {
  const { options: enrollment, passkeyOptions } = await response;
  return required((enrollment ?? passkeyOptions)?.challenge, 'options.challenge');
}

/** As browsers serialize it. */
function browserCredential(id: string, response: object) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}
