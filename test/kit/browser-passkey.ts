// A browser with a software authenticator: it takes and returns the JSON of WebAuthn.
import { expect } from 'vitest';
import { type Algorithm, type Deviation, softPasskey } from './passkey.ts';
import type { Rest } from './rest.ts';

export interface CreationOptions {
  readonly challenge: string;
}

export interface RequestOptions extends CreationOptions {
  readonly rpId: string;
}

export const developer = { origin: 'http://localhost:3000', rpId: 'localhost' };

export type BrowserPasskey = ReturnType<typeof browserPasskey>;

export function browserPasskey(at = developer, algorithm: Algorithm = 'ES256') {
  const passkey = softPasskey(algorithm, at);
  const { credentialId: id } = passkey;
  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };

  return {
    ...at,
    credentialId: id,

    /** What `navigator.credentials.create` returns. */
    create({ challenge }: CreationOptions, deviation: Deviation = {}) {
      const { credentialId, clientDataJson: clientDataJSON, ...response } = passkey.register(challenge, deviation);
      return { ...common, id: credentialId, response: { clientDataJSON, ...response } };
    },

    /** What `navigator.credentials.get` returns. */
    get({ challenge }: CreationOptions, deviation: Deviation = {}) {
      const asserted = passkey.assert(Buffer.from(challenge, 'base64url'), deviation);
      const { credentialId, clientDataJson: clientDataJSON, ...response } = asserted;
      return { ...common, id: credentialId, response: { clientDataJSON, ...response } };
    },

    /** The proof in a request. */
    prove(options: CreationOptions, deviation: Deviation = {}) {
      return { passkeyAssertion: this.get(options, deviation), origin: deviation.origin ?? at.origin };
    },
  };
}

/** Enrolls a new passkey as a factor of the customer. */
export async function enrollPasskey(rest: Rest, customerId: string, passkey = browserPasskey()): Promise<BrowserPasskey> {
  const call = (path: string, body: object) => rest('POST', `/sca/${path}?customerId=${customerId}`, { body });
  const { body: started } = await call('factors', { type: 'PASSKEY' });
  const credential = passkey.create(started.options);
  const { status, body } = await call('factors/confirm', { type: 'PASSKEY', origin: passkey.origin, credential });
  expect(status, JSON.stringify(body)).toBe(200);
  return passkey;
}
