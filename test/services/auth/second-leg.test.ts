// A further credential is checked before the challenge and again on the signed retry: an impossible one is refused with its own code.
import { describe, expect, test } from 'vitest';
import { idToken } from '../../kit/id-token.ts';
import { softPasskey } from '../../kit/passkey.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { signedHeaders, type WalletKey } from '../../kit/wallet-client.ts';
import { sharedCredentialWorld, type Wallet, walletClient } from './credential-world.ts';
import { registrationOf } from './proof-world.ts';

const world = await sharedCredentialWorld();
const client = walletClient(world);

interface Entered {
  readonly wallet: Wallet;
  readonly key: WalletKey;
}

async function entered(): Promise<Entered> {
  const wallet = world.wallet();
  const { key } = await client.enter(wallet.accountId);
  return { wallet, key };
}

const post = (body: object, headers = {}) => world.rest('POST', '/auth/credentials', { body, headers });
const outcomeOf = ({ status, body }: RestAnswer) => [status, body?.code, body?.reason];
const tokenBody = (accountId: string, claims = {}) => ({
  type: 'OAUTH',
  accountId,
  oidcToken: idToken(world.wall.now(), claims),
});

/** Both are challenged; one is added, and then the other is refused. */
async function oneOfTwo({ key }: Entered, one: object, other = one): Promise<RestAnswer> {
  const [first, second] = [await post(one), await post(other)];
  expect([first.status, second.status]).toEqual([202, 202]);
  expect((await post(one, signedHeaders(first.body, key))).status).toBe(201);
  return post(other, signedHeaders(second.body, key));
}

describe('after the signature it is refused', () => {
  test('as a passkey that the account has in the meantime', async () => {
    const holder = await entered();
    const passkey = softPasskey();
    const { accountId } = holder.wallet;

    const answer = await oneOfTwo(holder, registrationOf(passkey, accountId), registrationOf(passkey, accountId));

    expect(outcomeOf(answer)).toEqual([400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS', undefined]);
  });

  test('for a challenge that has registered another passkey in the meantime', async () => {
    const holder = await entered();
    const one = registrationOf(softPasskey(), holder.wallet.accountId);

    const answer = await oneOfTwo(holder, one, { ...one, attestation: softPasskey().register(one.challenge) });

    expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect(answer.body.details.errors.map(({ field }: { field: string }) => field)).toEqual(['challenge']);
  });

  test('as an identity that the account has in the meantime', async () => {
    const holder = await entered();
    const { accountId } = holder.wallet;

    const answer = await oneOfTwo(holder, tokenBody(accountId), tokenBody(accountId, { jti: 'another' }));

    expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
  });

  test('for a phone number that is no longer on file', async () => {
    const { wallet, key } = await entered();
    const { body: challenge } = await client.add(wallet.accountId, 'SMS_OTP');

    delete wallet.owner.phoneNumber;
    const answer = await client.add(wallet.accountId, 'SMS_OTP', signedHeaders(challenge, key));

    expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
  });

  test('and so is the removal of a credential that is the last one by then', async () => {
    const { wallet, key } = await entered();
    const [{ id: email }] = await client.list(wallet.accountId);
    const { body: adding } = await client.add(wallet.accountId, 'SMS_OTP');
    const { body: sms } = await client.add(wallet.accountId, 'SMS_OTP', signedHeaders(adding, key));
    const { body: leaving } = await client.revoke(email);
    const { body: removing } = await client.revoke(sms.id);
    await client.revoke(sms.id, signedHeaders(removing, key));
    const standIn = { 'service-wallet-signature': 'sandbox-valid-signature', 'request-id': leaving.requestId };

    const answer = await client.revoke(email, standIn);

    expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect(await client.list(wallet.accountId)).toHaveLength(1);
  });
});

describe('before any signature it is refused', () => {
  test('if the account has it already, or its customer lacks the contact', async () => {
    const { wallet, key } = await entered();
    const { accountId } = wallet;
    const passkey = softPasskey();
    for (const body of [registrationOf(passkey, accountId), tokenBody(accountId)]) {
      const { body: challenge } = await post(body);
      await post(body, signedHeaders(challenge, key));
    }
    delete wallet.owner.phoneNumber;

    const answers = [
      await post(registrationOf(passkey, accountId)),
      await post(tokenBody(accountId)),
      await client.add(accountId, 'EMAIL_OTP'),
      await client.add(accountId, 'SMS_OTP'),
    ];

    expect(answers.map(outcomeOf)).toEqual([
      [400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS', undefined],
      [400, 'INVALID_INPUT', undefined],
      [400, 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS', undefined],
      [400, 'INVALID_INPUT', undefined],
    ]);
  });

  test.each(['iss', 'aud', 'sub', 'iat', 'exp'])('for a token without %s', async (claim) => {
    const { wallet } = await entered();

    const answer = await post(tokenBody(wallet.accountId, { [claim]: undefined }));

    expect(outcomeOf(answer)).toEqual([401, 'UNAUTHORIZED', `Invalid OIDC token: ${claim}`]);
  });

  test('with a passkey without a name, and with a word instead of a token', async () => {
    const { wallet } = await entered();
    const { accountId } = wallet;

    const answers = [
      await post({ ...registrationOf(softPasskey(), accountId), nickname: ' ' }),
      await post({ type: 'OAUTH', accountId, oidcToken: 'sandbox-valid-oidc-token' }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code, body.details.errors[0].field])).toEqual([
      [400, 'INVALID_INPUT', 'nickname'],
      [400, 'INVALID_INPUT', 'oidcToken'],
    ]);
  });
});
