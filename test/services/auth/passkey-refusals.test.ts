// Answers of passkeys that open no session, each with its reason; and how often one may answer.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Deviation, softPasskey } from '../../kit/passkey.ts';
import { newPasskeyHolder, startProofWorld } from './proof-world.ts';
import { told } from './told.ts';

const world = await startProofWorld();

describe('an answer', () => {
  test.each<[string, Deviation]>([
    ['Invalid passkey credential id', { credentialId: 'AAAA' }],
    ['Invalid passkey challenge', { type: 'webauthn.create' }],
    ['Invalid passkey origin', { origin: 'https://wallet.test.evil' }],
    ['Invalid passkey relying party', { rpId: 'app.wallet.test' }],
    ['Passkey user presence missing', { flags: 0 }],
  ])('is refused with the reason %s, and the challenge stays open', async (reason, deviation) => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const asked = await challenge();

    const wrong = await verify(passkey.assert(asked.challenge, deviation), asked.requestId);
    const right = await verify(passkey.assert(asked.challenge), asked.requestId);

    expect(told(wrong)).toEqual([401, 'UNAUTHORIZED', reason]);
    expect(wrong.body.details).toEqual({ reason });
    expect(right.status).toBe(200);
  });

  test('by another key is refused', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const asked = await challenge();
    const { signature } = softPasskey().assert(asked.challenge);

    const answer = await verify({ ...passkey.assert(asked.challenge), signature }, asked.requestId);

    expect(told(answer)).toEqual([401, 'UNAUTHORIZED', 'Invalid passkey signature']);
  });

  test('with a counter that did not grow is refused', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const [one, two] = [await challenge(), await challenge()];
    await verify(passkey.assert(one.challenge, { counter: 7 }), one.requestId);

    const same = await verify(passkey.assert(two.challenge, { counter: 7 }), two.requestId);
    const next = await verify(passkey.assert(two.challenge, { counter: 8 }), two.requestId);

    expect(told(same)).toEqual([401, 'UNAUTHORIZED', 'Invalid passkey signature counter']);
    expect(next.status).toBe(200);
  });

  test('to another challenge of the passkey is refused', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const [one, two] = [await challenge(), await challenge()];

    const answer = await verify(passkey.assert(one.challenge), two.requestId);

    expect(told(answer)).toEqual([401, 'UNAUTHORIZED', 'Invalid passkey challenge']);
  });

  test('names its challenge', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const asked = await challenge();
    const foreign = await (await newPasskeyHolder(world)).challenge();
    const assertion = passkey.assert(asked.challenge);

    expect(told(await verify(assertion))).toEqual([401, 'REQUEST_ID_MISSING', undefined]);
    for (const id of [`Request:${randomUUID()}`, 'nonsense', foreign.requestId]) {
      expect(told(await verify(assertion, id))).toEqual([401, 'UNAUTHORIZED', 'Unknown Request-Id']);
    }
  });

  test('uses its challenge up; of two at once, one opens a session', async () => {
    const { accountId, passkey, challenge, verify } = await newPasskeyHolder(world);
    const asked = await challenge();
    const assertion = passkey.assert(asked.challenge);

    const answers = await Promise.all([verify(assertion, asked.requestId), verify(assertion, asked.requestId)]);
    const later = await verify(passkey.assert(asked.challenge), asked.requestId);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(told(later)).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
    expect((await world.rest('GET', `/auth/sessions?accountId=${accountId}`)).body.data).toHaveLength(1);
  });

  test('comes before the end of its challenge', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const asked = await challenge();

    world.wall.advance(300_000);
    const answer = await verify(passkey.assert(asked.challenge), asked.requestId);

    expect(told(answer)).toEqual([401, 'UNAUTHORIZED', 'Expired Request-Id']);
  });

  test('may be wrong four times; five use the challenge up, ten hold the credential back', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const [one, two, three] = [await challenge(), await challenge(), await challenge()];
    const failFive = async ({ challenge: text, requestId }: { challenge: string; requestId: string }) => {
      for (let count = 0; count < 5; count += 1) await verify(passkey.assert(text, { flags: 0 }), requestId);
    };

    await failFive(one);
    const consumed = await verify(passkey.assert(one.challenge), one.requestId);
    await failFive(two);
    const held = await verify(passkey.assert(three.challenge), three.requestId);
    world.wall.advance(299_000);
    const stillHeld = await verify(passkey.assert(three.challenge), three.requestId);
    world.wall.advance(1_000);
    const fresh = await challenge();
    const free = await verify(passkey.assert(fresh.challenge), fresh.requestId);

    expect(told(consumed)).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
    expect([...told(held), held.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', undefined, '300']);
    expect([...told(stillHeld), stillHeld.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', undefined, '1']);
    expect(free.status).toBe(200);
  });

  test('of another type than the credential is refused', async () => {
    const { credential } = await newPasskeyHolder(world);
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' };

    const answer = await world.rest('POST', `/auth/credentials/${credential.id}/verify`, { body });

    expect(told(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
  });
});
