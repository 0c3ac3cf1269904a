// Refused signed retries, each with its reason.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encodeStamp, signedHeaders, stampOf, walletKey } from '../../kit/wallet-client.ts';
import { body, pathOf, retriesIn, stampReason } from './challenged-retry.ts';
import { outcomeOf } from './outcome-of.ts';
import { type OpenedSession, startWalletWorld } from './wallet-world.ts';

const world = await startWalletWorld();
const { challenged } = retriesIn(world);

describe('a retry is refused', () => {
  test('with a request id and no signature', async () => {
    const { challenge, retry } = await challenged();

    expect(outcomeOf(await retry({ 'request-id': challenge.requestId }))).toEqual([401, 'WALLET_SIGNATURE_MISSING', undefined]);
  });

  test('with a signature and no request id', async () => {
    const { retry } = await challenged();

    expect(outcomeOf(await retry({ 'service-wallet-signature': 'x' }))).toEqual([401, 'REQUEST_ID_MISSING', undefined]);
  });

  test.each([
    ['an unknown request id', () => `Request:${randomUUID()}`],
    ['an id of another kind', () => `Session:${randomUUID()}`],
    ['a malformed request id', () => 'Request:1'],
    ['an empty request id', () => ''],
    ['the id of a request for another session', async () => (await challenged()).challenge.requestId],
    [
      'the id of a request for another operation',
      async () => {
        const { id } = await world.openSession();
        return (await world.rest('DELETE', `/auth/sessions/${id}`)).body.requestId;
      },
    ],
  ])('with %s', async (_, id) => {
    const { retry, headers } = await challenged();

    const answer = await retry({ ...headers, 'request-id': await id() });

    expect(outcomeOf(answer)).toEqual([401, 'UNAUTHORIZED', 'Unknown Request-Id']);
    expect(answer.body.details).toEqual({ reason: 'Unknown Request-Id' });
  });

  test('with the request id of another platform', async () => {
    const other = await world.newPlatform();
    const { challenge } = await challenged();
    const session = await world.openSession({}, other);

    const answer = await other.rest('POST', pathOf(session), { body: body(), headers: signedHeaders(challenge, session.key) });

    expect(outcomeOf(answer)).toEqual([401, 'UNAUTHORIZED', 'Unknown Request-Id']);
  });

  test('from five minutes after the challenge on', async () => {
    const { retry, headers, challenge } = await challenged();
    const leftMs = Date.parse(challenge.expiresAt) - world.wall.now().getTime();

    world.wall.advance(leftMs);

    expect(leftMs).toBe(300_000);
    expect(outcomeOf(await retry(headers))).toEqual([401, 'UNAUTHORIZED', 'Expired Request-Id']);
  });

  test('with another body, though not with other spaces and unknown fields', async () => {
    const { retry, headers, challenge, session } = await challenged();

    const other = await retry(headers, body());
    const { targetPublicKey } = JSON.parse(challenge.payloadToSign).parameters;
    const sameKeyRespelled = await retry(headers, { clientPublicKey: targetPublicKey.toUpperCase() });
    const payload = `{ "unknown" : 1 ,\n "clientPublicKey": "${targetPublicKey}" }`;
    const spaced = await world.rest('POST', pathOf(session), {
      payload,
      headers: { ...headers, 'content-type': 'application/json' },
    });

    expect(outcomeOf(other)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH', undefined]);
    expect(outcomeOf(sameKeyRespelled)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH', undefined]);
    expect(spaced.status).toBe(201);
  });

  test.each([
    ['what is no stamp', () => 'stamp'],
    ['an empty stamp', () => ''],
    [
      'another scheme',
      (session: OpenedSession) => encodeStamp({ publicKey: session.key.compressed, scheme: 'X', signature: '00' }),
    ],
  ])('with %s', async (_, stamp) => {
    const { retry, headers, session } = await challenged();

    const answer = await retry({ ...headers, 'service-wallet-signature': stamp(session) });

    expect(outcomeOf(answer)).toEqual([401, 'WALLET_SIGNATURE_MALFORMED', stampReason]);
  });

  test.each([
    ['a key of no session', async () => walletKey()],
    ['the session of another account', async () => (await world.openSession()).key],
    [
      'another session of the account',
      async ({ session: { accountId, credentialId } }: OpenedSession) =>
        (await world.openSession({ accountId, credentialId })).key,
    ],
  ])('with the stamp of %s', async (_, keyFor) => {
    const { retry, challenge, session } = await challenged();

    const answer = await retry(signedHeaders(challenge, await keyFor(session)));

    expect(outcomeOf(answer)).toEqual([401, 'WALLET_SIGNATURE_INVALID', stampReason]);
  });

  test('with a stamp over another text, or one that names another key', async () => {
    const { retry, challenge, session, headers } = await challenged();
    const respaced = JSON.stringify(JSON.parse(challenge.payloadToSign), undefined, 1);
    const stolen = { ...walletKey(), compressed: session.key.compressed };

    for (const stamp of [stampOf(respaced, session.key), stampOf(challenge.payloadToSign, stolen)]) {
      const answer = await retry({ ...headers, 'service-wallet-signature': stamp });
      expect(outcomeOf(answer)).toEqual([401, 'WALLET_SIGNATURE_INVALID', stampReason]);
    }
  });

  test('after its session has ended', async () => {
    const { session, headers, retry } = await challenged();
    world.wall.advance(600_001);
    const { body: late } = await world.rest('DELETE', `/auth/sessions/${session.id}`);

    world.wall.advance(Date.parse(session.session.expiresAt.toISOString()) - world.wall.now().getTime());

    expect(outcomeOf(await retry(headers))).toEqual([401, 'UNAUTHORIZED', 'Session not active']);
    expect(late.requestId).toMatch(/^Request:/);
  });
});
