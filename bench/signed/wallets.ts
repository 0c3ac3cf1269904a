// Wallets with open sessions, each with its own session key.
import { setTimeout as pause } from 'node:timers/promises';
import { versionPrefix } from '../../gateway/version.ts';
import { seal } from '../../services/auth/domain/wallet/hpke.ts';
import { compressed, newScalar, pointOf, publicPoint } from '../../services/auth/domain/wallet/keys.ts';
import { writeStamp } from '../../services/auth/domain/wallet/stamp.ts';
import { authorization, type Gateway } from '../kit/gateway.ts';

export interface Wallet {
  /** Public id. */
  readonly accountId: string;
  readonly key: SessionKey;
}

/** Hex. */
export interface SessionKey {
  readonly publicKey: string;
  readonly scalar: string;
}

/** The text to sign, as returned by the first call. */
export interface Challenge {
  readonly payloadToSign: string;
  readonly requestId: string;
}

export async function makeWallets(gateway: Gateway, count: number): Promise<Wallet[]> {
  const wallets: Wallet[] = [];
  for (let number = 0; number < count; number++) wallets.push(await makeWallet(gateway, number));
  return wallets;
}

export function signedHeaders(
  { payloadToSign, requestId }: Challenge,
  { publicKey, scalar }: SessionKey,
): Record<string, string> {
  const stamp = writeStamp(payloadToSign, { publicKey, scalar: Buffer.from(scalar, 'hex') });
  return { 'service-wallet-signature': stamp, 'request-id': requestId };
}

interface Made {
  readonly id: string;
}

async function makeWallet(gateway: Gateway, number: number): Promise<Wallet> {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: `ada.${number}@example.com` };
  const { id: customerId } = await gateway.rest<Made>('POST', '/customers', body);
  const accountId = await firstOf(gateway, `/customers/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`);
  const credentialId = await firstOf(gateway, `/auth/credentials?accountId=${accountId}`);
  return { accountId, key: await logIn(gateway, credentialId) };
}

/** Wallets and their credentials are created after the customer. */
async function firstOf({ rest }: Gateway, path: string): Promise<string> {
  for (;;) {
    const { data } = await rest<{ data: Made[] }>('GET', path);
    if (data[0]) return data[0].id;
    await pause(50);
  }
}

async function logIn(gateway: Gateway, credentialId: string): Promise<SessionKey> {
  const scalar = newScalar();
  const publicKey = compressed(publicPoint(scalar).toString('hex')) ?? '';
  const path = `/auth/credentials/${credentialId}`;
  const issued = await gateway.rest<{ otpEncryptionTargetBundle: string }>('POST', `${path}/challenge`, {});
  const code = JSON.stringify({ otp_code: '000000', public_key: publicKey });
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle: await sealTo(issued.otpEncryptionTargetBundle, code) };
  const challenge = await gateway.rest<Challenge>('POST', `${path}/verify`, body);
  const key = { publicKey, scalar: scalar.toString('hex') };
  await postSigned(`${gateway.origin}${versionPrefix}${path}/verify`, body, signedHeaders(challenge, key));
  return key;
}

async function sealTo(bundle: string, plain: string): Promise<string> {
  const { targetPublic } = JSON.parse(Buffer.from(JSON.parse(bundle).data, 'hex').toString());
  const { encapsulated, ciphertext } = await seal(Buffer.from(plain), pointOf(targetPublic) ?? Buffer.alloc(0));
  return JSON.stringify({ encappedPublic: encapsulated.toString('hex'), ciphertext: ciphertext.toString('hex') });
}

async function postSigned(url: string, body: object, headers: Record<string, string>): Promise<void> {
  const all = { authorization, 'content-type': 'application/json', ...headers };
  const answer = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) });
  if (answer.status !== 200) throw new Error(`The login failed: ${answer.status} ${await answer.text()}`);
}
