// Passkey registrations: as a first credential, as a further one, and refusals.
import { describe, expect, test } from 'vitest';
import { softPasskey } from '../../kit/passkey.ts';
import { openSealedKey, signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { outcomeOf } from './outcome-of.ts';
import { newAccount, newChallenge, newPasskeyHolder, registrationOf, sharedProofWorld } from './proof-world.ts';

const world = await sharedProofWorld();

describe('registration', () => {
  test('the first credential of an account is created immediately', async () => {
    const passkey = softPasskey();
    const accountId = newAccount();

    const { status, body } = await world.rest('POST', '/auth/credentials', {
      body: registrationOf(passkey, accountId, '  Work laptop '),
    });

    const now = world.wall.now().toISOString();
    const expected = {
      id: expect.stringMatching(/^AuthMethod:/),
      accountId,
      type: 'PASSKEY',
      credentialId: passkey.credentialId,
      nickname: 'Work laptop',
      createdAt: now,
      updatedAt: now,
    };
    expect([status, body]).toEqual([201, expected]);
    expect((await world.rest('GET', `/auth/credentials?accountId=${accountId}`)).body).toEqual({ data: [body] });
  });

  test('a further one is added by a session of another, which signs the addition', async () => {
    const { accountId, passkey, challenge, verify } = await newPasskeyHolder(world);
    const client = walletKey();
    const issued = await challenge(client);
    const { body: session } = await verify(passkey.assert(issued.challenge), issued.requestId);
    const key = await openSealedKey(session.encryptedSessionSigningKey, client);
    const second = softPasskey();
    const body = registrationOf(second, accountId, 'Tablet');

    const first = await world.rest('POST', '/auth/credentials', { body });
    const retried = await world.rest('POST', '/auth/credentials', { body, headers: signedHeaders(first.body, key) });

    expect([first.status, first.body.type]).toEqual([202, 'PASSKEY']);
    const { clientDataJson, attestationObject, credentialId } = body.attestation;
    expect(JSON.parse(first.body.payloadToSign)).toEqual({
      organizationId: accountId.slice('InternalAccount:'.length),
      parameters: {
        authenticators: [
          {
            attestation: { attestationObject, clientDataJson, credentialId },
            authenticatorName: 'Tablet',
            challenge: body.challenge,
          },
        ],
      },
      timestampMs: String(world.wall.now().getTime()),
      type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
    });
    expect([retried.status, retried.body.credentialId]).toEqual([201, second.credentialId]);
  });

  test('a passkey can be on an account once, and on several accounts', async () => {
    const { accountId, passkey } = await newPasskeyHolder(world);

    const again = await world.rest('POST', '/auth/credentials', { body: registrationOf(passkey, accountId) });
    const elsewhere = await world.rest('POST', '/auth/credentials', { body: registrationOf(passkey, newAccount()) });

    expect(outcomeOf(again)).toEqual([400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS', undefined]);
    expect(elsewhere.status).toBe(201);
  });

  test('a challenge registers one passkey of an account', async () => {
    const accountId = newAccount();
    const first = registrationOf(softPasskey(), accountId);
    await world.rest('POST', '/auth/credentials', { body: first });

    const body = { ...first, attestation: softPasskey().register(first.challenge) };
    const again = await world.rest('POST', '/auth/credentials', { body });

    expect(outcomeOf(again)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect(again.body.details.errors.map(({ field }: { field: string }) => field)).toEqual(['challenge']);
  });

  test.each([
    ['nickname', { nickname: 'a/b' }],
    ['nickname', { nickname: undefined }],
    ['nickname', { nickname: '   ' }],
    ['nickname', { nickname: 'x'.repeat(101) }],
    ['challenge', { challenge: '+' }],
    ['attestation.clientDataJson', { challenge: newChallenge() }],
    ['attestation.credentialId', { attestation: { credentialId: 'AAAA' } }],
    ['attestation.attestationObject', { attestation: { attestationObject: 'AAAA' } }],
    ['attestation.transports.0', { attestation: { transports: ['pigeon'] } }],
  ])('a wrong %s is refused as a field error', async (field, wrong: Record<string, unknown>) => {
    const right = registrationOf(softPasskey(), newAccount());
    const body = { ...right, ...wrong, attestation: { ...right.attestation, ...(wrong.attestation as object) } };

    const answer = await world.rest('POST', '/auth/credentials', { body });

    expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect(answer.body.details.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });
});
