// A key belongs to one session of an account, even if two proofs that name it are requested before either is given.
import { expect, test } from 'vitest';
import type { RestAnswer } from '../../kit/rest.ts';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { startCredentialWorld, walletClient } from './credential-world.ts';
import { newPasskeyHolder, startProofWorld } from './proof-world.ts';

const world = await startProofWorld();
const wallets = await startCredentialWorld();

const outcomeOf = ({ status, body }: RestAnswer) => [status, body.code, body.details?.reason];
const inUse = 'Public key already in use';

test('of two passkey challenges for one key, the second answered one opens nothing', async () => {
  const { accountId, credential, passkey, verify } = await newPasskeyHolder(world);
  const ask = { body: { clientPublicKey: walletKey().compressed } };
  const path = `/auth/credentials/${credential.id}/challenge`;
  const [{ body: one }, { body: two }] = [await world.rest('POST', path, ask), await world.rest('POST', path, ask)];

  const first = await verify(passkey.assert(one.challenge), one.requestId);
  const second = await verify(passkey.assert(two.challenge), two.requestId);

  const { body: sessions } = await world.rest('GET', `/auth/sessions?accountId=${accountId}`);
  expect(first.status).toBe(200);
  expect(outcomeOf(second)).toEqual([400, 'INVALID_INPUT', inUse]);
  expect(sessions.data).toHaveLength(1);
});

test('of two codes verified with one key, the second signed one opens nothing', async () => {
  const client = walletClient(wallets);
  const { accountId } = wallets.wallet();
  const { id } = (await client.add(accountId, 'EMAIL_OTP')).body;
  const key = walletKey();
  const proven = async () => {
    const { body: challenged } = await client.challenge(id);
    const body = await client.answerTo(challenged.otpEncryptionTargetBundle, { key: key.compressed });
    const { body: issued } = await client.verify(id, body);
    return () => client.verify(id, body, signedHeaders(issued, key));
  };
  const [one, two] = [await proven(), await proven()];

  const [first, second] = [await one(), await two()];

  const { body: sessions } = await wallets.rest('GET', `/auth/sessions?accountId=${accountId}`);
  expect(first.status).toBe(200);
  expect(outcomeOf(second)).toEqual([401, 'UNAUTHORIZED', inUse]);
  expect(sessions.data).toHaveLength(1);
});
