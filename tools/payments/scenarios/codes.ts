// Scenarios of proofs: codes, signatures, passkeys and ID tokens that the sandbox accepts.
import type { Step } from '../fixtures.ts';
import { customer, type Outcome, type Scenario } from './scenario.ts';

const wallet: Step[] = [
  customer({ email: 'ada@example.com', phoneNumber: '+14155550100' }),
  { name: 'wallets', method: 'GET', path: '/customers/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET' },
  { name: 'credentials', method: 'GET', path: '/auth/credentials?accountId=${wallets.data.0.id}' },
];

const walletId = '${wallets.data.0.id}';
const magicSignature = { 'service-wallet-signature': 'sandbox-valid-signature' };

/** A call without a signature, then its repetition with one. */
function signed(step: Step, headers: Step['headers'] = magicSignature): Step[] {
  return [
    { ...step, name: 'asked' },
    { ...step, headers: { ...headers, 'request-id': '${asked.requestId}' } },
  ];
}

/** A session of the wallet, opened with the code of its e-mail address. */
const session: Step[] = [
  ...wallet,
  { name: 'challenged', path: '/auth/credentials/${credentials.data.0.id}/challenge', body: {} },
  { name: 'key', device: 'new-key' },
  {
    name: 'proof',
    device: 'seal-code',
    body: { key: '${key}', code: '000000', bundle: '${challenged.otpEncryptionTargetBundle}' },
  },
  ...signed({
    name: 'session',
    path: '/auth/credentials/${credentials.data.0.id}/verify',
    body: { type: 'EMAIL_OTP', encryptedOtpBundle: '${proof.encryptedOtpBundle}' },
  }),
];

const sessions = (count: number): Outcome => ({ path: `/auth/sessions?accountId=${walletId}`, fields: { 'data.length': count } });

const passkey: Step[] = [
  ...session,
  { name: 'passkey', device: 'new-passkey' },
  { name: 'attestation', device: 'register-passkey', body: { passkey: '${passkey}' } },
  ...signed({
    name: 'credential',
    path: '/auth/credentials',
    body: {
      type: 'PASSKEY',
      accountId: walletId,
      nickname: 'Phone',
      challenge: '${passkey.challenge}',
      attestation: '${attestation}',
    },
  }),
  { name: 'next', device: 'new-key' },
  {
    name: 'asked',
    path: '/auth/credentials/${credential.id}/challenge',
    body: { clientPublicKey: '${next.publicKey}' },
  },
  {
    name: 'session',
    path: '/auth/credentials/${credential.id}/verify',
    headers: { 'request-id': '${asked.requestId}' },
    body: {
      type: 'PASSKEY',
      assertion: {
        credentialId: '${passkey.credentialId}',
        clientDataJson: 'e30',
        authenticatorData: 'AA',
        signature: 'sandbox-valid-passkey-signature',
      },
    },
  },
];

const identity: Step[] = [
  ...session,
  { name: 'token', device: 'id-token' },
  ...signed({
    name: 'credential',
    path: '/auth/credentials',
    body: { type: 'OAUTH', accountId: walletId, oidcToken: '${token.token}' },
  }),
  { name: 'next', device: 'new-key' },
  { name: 'token', device: 'id-token', body: { publicKey: '${next.publicKey}' } },
  {
    name: 'session',
    path: '/auth/credentials/${credential.id}/verify',
    body: { type: 'OAUTH', oidcToken: '${token.token}', clientPublicKey: '${next.publicKey}' },
  },
];

const query = 'customerId=${customer.id}';
const code = '123456';

/** A customer with strong customer authentication, whose contacts are verified. */
const european: Step[] = [
  customer({
    region: 'DE',
    currencies: ['EUR', 'USD'],
    email: 'ada@example.com',
    phoneNumber: '+4915112345678',
    birthDate: '1990-12-10',
    nationality: 'DE',
    address: { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' },
  }),
  ...['verify-email', 'verify-phone'].map((path) => ({
    name: 'verified',
    path: `/customers/\${customer.id}/${path}/confirm`,
    body: { code },
  })),
];

const login: Step[] = [
  ...european,
  { name: 'started', path: `/sca/login/start?${query}`, body: { factor: 'SMS_OTP' } },
  {
    name: 'login',
    path: `/sca/login/complete?${query}`,
    body: { factor: 'SMS_OTP', challengeId: '${started.challengeId}', code, endUserIpAddress: '198.51.100.7' },
  },
];

const enrollment: Step[] = [
  ...european,
  { name: 'started', path: `/sca/factors?${query}`, body: { type: 'PASSKEY' } },
  {
    name: 'factor',
    path: `/sca/factors/confirm?${query}`,
    body: {
      type: 'PASSKEY',
      origin: 'http://localhost:3000',
      credential: { id: 'c2FuZGJveA', response: { attestationObject: 'sandbox-valid-passkey-signature' } },
    },
  },
];

const factor = (place: number, name: string): Outcome => ({
  path: `/sca/factors?${query}`,
  fields: { [`factors.${place}.factor`]: name },
});

const reset = (status: string): Outcome => ({ path: `/sca/factors/reset/\${reset.resetId}?${query}`, fields: { status } });
const resetting: Step = { name: 'reset', path: `/sca/factors/reset?${query}`, body: { factor: 'SMS_OTP' } };

type Row = readonly [name: string, proof: string, summary: string, steps: readonly Step[], outcome: Outcome];

const proofs: Row[] = [
  ['wallet.session', 'code of a wallet', 'A session of a wallet, opened with a code', session, sessions(1)],
  ['wallet.signed', 'signature of a wallet', 'A change of a wallet that its holder signs', signedChange(), privateWallet()],
  ['wallet.passkey', 'passkey of a wallet', 'A session of a wallet, opened with a passkey', passkey, sessions(2)],
  ['wallet.identity', 'ID token', 'A session of a wallet, opened with an ID token', identity, sessions(2)],
  ['contact.verified', 'code of a contact', 'A customer with a verified phone number', european, factor(0, 'SMS_OTP')],
  ['sca.login', 'code of strong customer authentication', 'A customer who logs in', login, factor(0, 'SMS_OTP')],
  ['sca.passkey', 'passkey of strong customer authentication', 'A customer with a passkey', enrollment, factor(1, 'PASSKEY')],
];

const resetPlace = 'Liveness: fullName of the customer';

export const codes: readonly Scenario[] = [
  ...proofs.map(([name, proof, summary, steps, outcome]) => ({
    name,
    summary,
    magic: { place: 'Proof', values: [proof] },
    steps,
    outcome,
  })),
  {
    name: 'sca.reset',
    summary: 'A reset of a lost factor, whose liveness check passes after 5 s',
    magic: { place: resetPlace, values: ['any other'] },
    steps: [...european, resetting],
    takes: '5s',
    outcome: reset('LIVENESS_PASSED'),
  },
  {
    name: 'sca.reset_rejected',
    summary: 'A reset of a lost factor, whose liveness check is rejected',
    magic: { place: resetPlace, values: ['002'] },
    steps: [...european, renamed(), resetting],
    takes: '5s',
    outcome: reset('REJECTED'),
  },
];

function renamed(): Step {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 002' };
  return { name: 'renamed', method: 'PATCH', path: '/customers/${customer.id}', body };
}

function signedChange(): Step[] {
  const body = { privateEnabled: true };
  return [...session, ...signed({ name: 'wallet', method: 'PATCH', path: `/internal-accounts/${walletId}`, body })];
}

function privateWallet(): Outcome {
  return {
    path: '/customers/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET',
    fields: { 'data.0.privateEnabled': true },
  };
}
