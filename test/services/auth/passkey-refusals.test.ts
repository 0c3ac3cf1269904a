// Passkey answers that open no session, each with its reason; and the limit of answers.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Deviation, softPasskey } from '../../kit/passkey.ts';
import { outcomeOf } from './outcome-of.ts';
import { newPasskeyHolder, sharedProofWorld } from './proof-world.ts';

const world = await sharedProofWorld();

describe('an answer', () => {
  test.each<[string, Deviation]>([
    ['Invalid passkey credential id', { credentialId: 'AAAA' }],
    ['Invalid passkey challenge', { type: 'webauthn.create' }],
    ['Invalid passkey origin', { origin: 'https://wallet.test.evil' }],
    ['Invalid passkey relying party', { rpId: 'app.wallet.test' }],
    ['Passkey user presence missing', { flags: 0 }],
  ])('is refused with the reason %s, and the challenge stays open', async (reason, deviation) => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const issued = await challenge();

    const wrong = await verify(passkey.assert(issued.challenge, deviation), issued.requestId);
    const right = await verify(passkey.assert(issued.challenge), issued.requestId);

    expect(outcomeOf(wrong)).toEqual([401, 'UNAUTHORIZED', reason]);
    expect(wrong.body.details).toEqual({ reason });
    expect(right.status).toBe(200);
  });

  test('by another key is refused', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const issued = await challenge();
    const { signature } = softPasskey().assert(issued.challenge);

    const answer = await verify({ ...passkey.assert(issued.challenge), signature }, issued.requestId);

    expect(outcomeOf(answer)).toEqual([401, 'UNAUTHORIZED', 'Invalid passkey signature']);
  });

  test('with a counter that did not grow is refused', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const [one, two] = [await challenge(), await challenge()];
    await verify(passkey.assert(one.challenge, { counter: 7 }), one.requestId);

    const same = await verify(passkey.assert(two.challenge, { counter: 7 }), two.requestId);
    const next = await verify(passkey.assert(two.challenge, { counter: 8 }), two.requestId);

    expect(outcomeOf(same)).toEqual([401, 'UNAUTHORIZED', 'Invalid passkey signature counter']);
    expect(next.status).toBe(200);
  });

  test('to another challenge of the passkey is refused', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const [one, two] = [await challenge(), await challenge()];

    const answer = await verify(passkey.assert(one.challenge), two.requestId);

    expect(outcomeOf(answer)).toEqual([401, 'UNAUTHORIZED', 'Invalid passkey challenge']);
  });

  test('must name its challenge', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const issued = await challenge();
    const foreign = await (await newPasskeyHolder(world)).challenge();
    const assertion = passkey.assert(issued.challenge);

    expect(outcomeOf(await verify(assertion))).toEqual([401, 'REQUEST_ID_MISSING', undefined]);
    for (const id of [`Request:${randomUUID()}`, 'nonsense', foreign.requestId]) {
      expect(outcomeOf(await verify(assertion, id))).toEqual([401, 'UNAUTHORIZED', 'Unknown Request-Id']);
    }
  });

  test('uses up its challenge; of two concurrent ones, one opens a session', async () => {
    const { accountId, passkey, challenge, verify } = await newPasskeyHolder(world);
    const issued = await challenge();
    const assertion = passkey.assert(issued.challenge);

    const answers = await Promise.all([verify(assertion, issued.requestId), verify(assertion, issued.requestId)]);
    const later = await verify(passkey.assert(issued.challenge), issued.requestId);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(outcomeOf(later)).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
    expect((await world.rest('GET', `/auth/sessions?accountId=${accountId}`)).body.data).toHaveLength(1);
  });

  test('must arrive before the end of its challenge', async () => {
    const { passkey, challenge, verify } = await newPasskeyHolder(world);
    const issued = await challenge();

    world.wall.advance(300_000);
    const answer = await verify(passkey.assert(issued.challenge), issued.requestId);

    expect(outcomeOf(answer)).toEqual([401, 'UNAUTHORIZED', 'Expired Request-Id']);
  });

  test('can be wrong four times; five use up the challenge, ten lock the credential', async () => {
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

    expect(outcomeOf(consumed)).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
    expect([...outcomeOf(held), held.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', undefined, '300']);
    expect([...outcomeOf(stillHeld), stillHeld.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', undefined, '1']);
    expect(free.status).toBe(200);
  });

  test('of another type than the credential is refused', async () => {
    const { credential } = await newPasskeyHolder(world);
    const body = { type: 'EMAIL_OTP', encryptedOtpBundle: '{}' };

    const answer = await world.rest('POST', `/auth/credentials/${credential.id}/verify`, { body });

    expect(outcomeOf(answer)).toEqual([400, 'INVALID_INPUT', undefined]);
  });
});
