// Passkey ceremonies: the registration and the assertion of the vector, and similar ones.
import { createHash } from 'node:crypto';
import type { Assertion, Expected } from '../../services/auth/domain/passkey/assertion.ts';
import { newPasskey } from '../../services/auth/domain/passkey/registration.ts';
import { clientData, softPasskey } from '../kit/passkey.ts';

export const origin = 'https://app.wallet.example.test';
export const registration = {
  nickname: ' Work laptop ',
  challenge: 'KLAEiEyj2lhgpnl4rlRI3IfW2dtbxxxfYJwc1PzvXuA',
  attestation: {
    credentialId: 'G5VC6peI0pvSCJ-CJDNpaA',
    clientDataJson: clientData('webauthn.create', 'KLAEiEyj2lhgpnl4rlRI3IfW2dtbxxxfYJwc1PzvXuA', origin).toString('base64url'),
    attestationObject:
      'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViUeFJ9XhKNqZZ095wqZJT4jwjiLLfY4XTMJ8HD-NStfAtFAAAAAAAAAAAAAAAAAAAAAAAAAAAAEBuVQuqXiNKb0gifgiQzaWilAQIDJiABIVgga8YT86M66-BEliprcI1tV9A5jwwItAU8-wHVXkYFVqgiWCDGFcad1l3JZ91neFChGQFjh87k_XWlZak2h0avbNN1NA',
  },
};
export const challenge = 'bf00b5123b676b5c500e98aa6617ea958371bc0ab02ea6c0084e1689f7a306c2';
const getClientData = (text: string) => clientData('webauthn.get', Buffer.from(text).toString('base64url'), origin);
export const answer: Assertion = {
  credentialId: 'G5VC6peI0pvSCJ-CJDNpaA',
  clientDataJson: getClientData(challenge).toString('base64url'),
  authenticatorData: 'eFJ9XhKNqZZ095wqZJT4jwjiLLfY4XTMJ8HD-NStfAsFAAAAAQ',
  signature: 'MEUCIQCYDt29eBUFamw_8R-kl0Fimm7ghkOZloZm0FoWpYp_FQIgQei5wKgMQNJsKIEGoS6FtGYp8WlOmRo0pG9xIbo7vVQ',
};

type Registration = typeof registration;
export const expectedOf = (registered: Registration, text: string): Expected => ({
  ...newPasskey(registered),
  challenges: [Buffer.from(text)],
});
export const sha256 = (text: string) => createHash('sha256').update(text).digest();
export const registrationChallenge = Buffer.from('the challenge of a registration').toString('base64url');
export const tellOf = (attestation: ReturnType<ReturnType<typeof softPasskey>['register']>): Registration => {
  const { transports: _, ...registered } = attestation;
  return { nickname: 'Phone', challenge: registrationChallenge, attestation: registered };
};
