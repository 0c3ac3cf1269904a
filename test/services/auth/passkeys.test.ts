// Passkey challenges, and answers that open sessions.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSealedKey, signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { outcomeOf } from './outcome-of.ts';
import { newPasskeyHolder, startProofWorld } from './proof-world.ts';

const world = await startProofWorld();
const production = await startProofWorld({ mode: 'production' });

const legacy = 'sandbox-valid-passkey-signature';

describe('a challenge', () => {
  test('contains what the passkey signs, and its expiry', async () => {
    const { credential, accountId, challenge } = await newPasskeyHolder(world);

    const body = await challenge();

    expect(body).toEqual({
      id: credential.id,
      accountId,
      type: 'PASSKEY',
      credentialId: credential.credentialId,
      nickname: 'Phone',
      createdAt: credential.createdAt,
      updatedAt: credential.updatedAt,
      challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
      requestId: expect.stringMatching(/^Request:/),
      expiresAt: new Date(world.wall.now().getTime() + 300_000).toISOString(),
    });
  });

  test.each([
    ['no key', {}],
    ['a key off the curve', { clientPublicKey: `04${'11'.repeat(64)}` }],
    ['what is no key', { clientPublicKey: '02ab' }],
    ['what is no text', { clientPublicKey: 7 }],
    ['null', { clientPublicKey: null }],
    ['a list', []],
  ])('for %s is refused', async (_, body) => {
    const { credential } = await newPasskeyHolder(world);

    const answer = await world.rest('POST', `/auth/credentials/${credential.id}/challenge`, { body });

    expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
    expect(answer.body.details.errors.map(({ field }: { field: string }) => field)).toEqual(['clientPublicKey']);
  });

  test('can be requested ten times a minute', async () => {
    const { credential, challenge } = await newPasskeyHolder(world);
    const ask = () =>
      world.rest('POST', `/auth/credentials/${credential.id}/challenge`, { body: { clientPublicKey: walletKey().compressed } });

    await Promise.all(Array.from({ length: 10 }, () => challenge()));
    world.wall.advance(20_000);
    const eleventh = await ask();
    world.wall.advance(40_000);
    const later = await ask();

    expect([...outcomeOf(eleventh), eleventh.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', undefined, '40']);
    expect(later.status).toBe(200);
  });
});

describe('an answer', () => {
  test('opens a session; to an uncompressed key, a session key is sealed', async () => {
    const { accountId, passkey, challenge, verify } = await newPasskeyHolder(world);
    const client = walletKey();
    const issued = await challenge(client);

    const { status, body } = await verify(passkey.assert(issued.challenge), issued.requestId);

    const now = world.wall.now();
    const { encryptedSessionSigningKey, ...session } = body;
    expect([status, session]).toEqual([
      200,
      {
        id: expect.stringMatching(/^Session:/),
        accountId,
        type: 'PASSKEY',
        credentialId: passkey.credentialId,
        nickname: 'Phone',
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + 900_000).toISOString(),
      },
    ]);
    const key = await openSealedKey(encryptedSessionSigningKey, client);
    const first = await world.rest('DELETE', `/auth/sessions/${session.id}`);
    const signed = await world.rest('DELETE', `/auth/sessions/${session.id}`, { headers: signedHeaders(first.body, key) });
    expect([first.body.type, signed.status]).toEqual(['PASSKEY', 204]);
  });

  test('for a compressed key uses it as the key of the session, once', async () => {
    const { credential, passkey, verify } = await newPasskeyHolder(world);
    const key = walletKey();
    const body = { clientPublicKey: key.compressed };
    const path = `/auth/credentials/${credential.id}/challenge`;
    const { body: issued } = await world.rest('POST', path, { body });

    const opened = await verify(passkey.assert(issued.challenge), issued.requestId);
    const again = await world.rest('POST', path, { body });

    expect(opened.body).not.toHaveProperty('encryptedSessionSigningKey');
    const first = await world.rest('DELETE', `/auth/sessions/${opened.body.id}`);
    const signed = await world.rest('DELETE', `/auth/sessions/${opened.body.id}`, { headers: signedHeaders(first.body, key) });
    expect(signed.status).toBe(204);
    expect(outcomeOf(again)).toEqual([400, 'INVALID_INPUT', undefined]);
  });
});

describe('the signature of older sandbox clients', () => {
  const anything = { credentialId: 'AAAA', clientDataJson: 'AAAA', authenticatorData: 'AAAA', signature: legacy };

  test('replaces a right answer to an open challenge', async () => {
    const { challenge, verify } = await newPasskeyHolder(world);
    const issued = await challenge();

    expect(outcomeOf(await verify(anything, `Request:${randomUUID()}`))).toEqual([401, 'UNAUTHORIZED', 'Unknown Request-Id']);
    expect((await verify(anything, issued.requestId)).status).toBe(200);
    expect(outcomeOf(await verify(anything, issued.requestId))).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
  });

  test('is invalid in production, which gives no reason either', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(production);
    const issued = await challenge();

    const refused = await verify({ ...passkey.assert(issued.challenge), signature: legacy }, issued.requestId);
    const right = await verify(passkey.assert(issued.challenge), issued.requestId);

    expect(refused.body).toEqual({ status: 401, code: 'UNAUTHORIZED', message: 'The proof is invalid.' });
    expect(right.status).toBe(200);
  });
});
