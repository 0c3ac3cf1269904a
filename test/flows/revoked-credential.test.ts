// A credential is revoked while its sessions are being refreshed, at two processes: none of its sessions survives.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { atOnce, type Send } from '../kit/at-once.ts';
import { softPasskey } from '../kit/passkey.ts';
import { sealOtp, signedHeaders, type WalletKey, walletKey } from '../kit/wallet-client.ts';
import { newHolder, signTwice } from '../kit/wallet-holder.ts';
import { startPair } from './pair.ts';

const { doors, rest } = await startPair();

test('200 refreshes concurrent with the revocation of their credential leave no session of it', async () => {
  const { accountId, credentialId, key } = await newHolder({ rest });
  const passkey = await addPasskey(accountId, key);
  const [session] = await sessionsOf(accountId, 'EMAIL_OTP');
  const refreshes = await Promise.all(Array.from({ length: 200 }, () => signed(`/auth/sessions/${session?.id}/refresh`, key)));
  const revoke = async () => signed(`/auth/credentials/${credentialId}`, await passkey.logIn());

  const [revoked, ...refreshed] = await atOnce(doors, [await revoke(), ...refreshes]);
  // Ten sessions are the limit, and the oldest ends: faster refreshes have ended the one that signs.
  const answer = revoked?.status === 401 ? await (await revoke())(rest) : revoked;

  expect(answer?.status, JSON.stringify(answer?.body)).toBe(204);
  expect(refreshed.every(({ status }) => [201, 401].includes(status))).toBe(true);
  expect(await sessionsOf(accountId, 'EMAIL_OTP')).toEqual([]);
});

test('code logins concurrent with the revocation of their credential leave no session of it', async () => {
  for (let round = 0; round < 10; round++) {
    const { accountId, credentialId, key } = await newHolder({ rest });
    const passkey = await addPasskey(accountId, key);
    const login = await secondLeg(credentialId);
    const revoke = await signed(`/auth/credentials/${credentialId}`, await passkey.logIn());

    const [opened, revoked] = await atOnce(doors, [login, revoke]);

    expect([revoked?.status, [200, 401, 404].includes(opened?.status ?? 0)]).toEqual([204, true]);
    expect(await sessionsOf(accountId, 'EMAIL_OTP')).toEqual([]);
  }
});

/** A passkey in addition to the wallet's first credential. */
async function addPasskey(accountId: string, key: WalletKey) {
  const passkey = softPasskey();
  const challenge = randomBytes(32).toString('base64url');
  const body = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge, attestation: passkey.register(challenge) };
  const { second } = await signTwice({ rest }, { method: 'POST', path: '/auth/credentials', body, key });
  const path = `/auth/credentials/${second?.body.id}`;

  const logIn = async () => {
    const own = walletKey();
    const { body: asked } = await rest('POST', `${path}/challenge`, { body: { clientPublicKey: own.compressed } });
    const proof = { type: 'PASSKEY', assertion: passkey.assert(asked.challenge) };
    const { status } = await rest('POST', `${path}/verify`, { body: proof, headers: { 'request-id': asked.requestId } });
    expect(status).toBe(200);
    return own;
  };
  return { logIn };
}

/** The signed retry of a refresh, or of a revocation if the path is that of a credential. */
async function signed(path: string, key: WalletKey): Promise<Send> {
  const isRefresh = path.endsWith('/refresh');
  const options = isRefresh ? { body: { clientPublicKey: walletKey().compressed } } : {};
  const method = isRefresh ? 'POST' : 'DELETE';
  const { body: asked } = await rest(method, path, options);
  return (door) => door(method, path, { ...options, headers: signedHeaders(asked, key) });
}

async function secondLeg(credentialId: string): Promise<Send> {
  const own = walletKey();
  const path = `/auth/credentials/${credentialId}`;
  const { body: issued } = await rest('POST', `${path}/challenge`, { body: {} });
  const encryptedOtpBundle = await sealOtp(issued.otpEncryptionTargetBundle, { code: '000000', publicKey: own.compressed });
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle };
  const { body: asked } = await rest('POST', `${path}/verify`, { body });
  return (door) => door('POST', `${path}/verify`, { body, headers: signedHeaders(asked, own) });
}

async function sessionsOf(accountId: string, type: string): Promise<{ id: string }[]> {
  const { body } = await rest('GET', `/auth/sessions?accountId=${accountId}`);
  return body.data.filter((session: { type: string }) => session.type === type);
}
