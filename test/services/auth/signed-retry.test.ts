// The signed retry: what is checked, in which order, and how often a request serves.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encodeStamp, signedHeaders, stampOf, walletKey } from '../../kit/wallet-client.ts';
import { type OpenedSession, startWalletWorld } from './wallet-world.ts';

const world = await startWalletWorld();
const production = await startWalletWorld({ mode: 'production' });

const body = () => ({ clientPublicKey: walletKey().compressed });
const pathOf = ({ id }: OpenedSession) => `/auth/sessions/${id}/refresh`;
const told = ({ status, body: { code, reason } }: { status: number; body: { code: string; reason?: string } }) => [
  status,
  code,
  reason,
];
const legacy = (requestId: string) => ({ 'service-wallet-signature': 'sandbox-valid-signature', 'request-id': requestId });
const stampReason = 'Invalid Service-Wallet-Signature';

/** A session, and what it was asked to sign in order to be refreshed. */
async function asked(where = world) {
  const session = await where.openSession();
  const first = body();
  const { body: challenge } = await where.rest('POST', pathOf(session), { body: first });
  const retry = (headers: Record<string, string>, sent: object = first) =>
    where.rest('POST', pathOf(session), { body: sent, headers });
  return { session, challenge, retry, headers: signedHeaders(challenge, session.key) };
}

describe('a retry is refused', () => {
  test('with a request id and no signature', async () => {
    const { challenge, retry } = await asked();

    expect(told(await retry({ 'request-id': challenge.requestId }))).toEqual([401, 'WALLET_SIGNATURE_MISSING', undefined]);
  });

  test('with a signature and no request id', async () => {
    const { retry } = await asked();

    expect(told(await retry({ 'service-wallet-signature': 'x' }))).toEqual([401, 'REQUEST_ID_MISSING', undefined]);
  });

  test.each([
    ['an unknown request id', () => `Request:${randomUUID()}`],
    ['an id of another kind', () => `Session:${randomUUID()}`],
    ['a malformed request id', () => 'Request:1'],
    ['an empty request id', () => ''],
    ['the id of a request for another session', async () => (await asked()).challenge.requestId],
    [
      'the id of a request for another operation',
      async () => {
        const { id } = await world.openSession();
        return (await world.rest('DELETE', `/auth/sessions/${id}`)).body.requestId;
      },
    ],
  ])('with %s', async (_, id) => {
    const { retry, headers } = await asked();

    const answer = await retry({ ...headers, 'request-id': await id() });

    expect(told(answer)).toEqual([401, 'UNAUTHORIZED', 'Unknown Request-Id']);
    expect(answer.body.details).toEqual({ reason: 'Unknown Request-Id' });
  });

  test('with the request id of another platform', async () => {
    const other = await world.newPlatform();
    const { challenge } = await asked();
    const session = await world.openSession({}, other);

    const answer = await other.rest('POST', pathOf(session), { body: body(), headers: signedHeaders(challenge, session.key) });

    expect(told(answer)).toEqual([401, 'UNAUTHORIZED', 'Unknown Request-Id']);
  });

  test('from five minutes after the challenge on', async () => {
    const { retry, headers, challenge } = await asked();
    const leftMs = Date.parse(challenge.expiresAt) - world.wall.now().getTime();

    world.wall.advance(leftMs);

    expect(leftMs).toBe(300_000);
    expect(told(await retry(headers))).toEqual([401, 'UNAUTHORIZED', 'Expired Request-Id']);
  });

  test('with another body, though not with other spaces and unknown fields', async () => {
    const { retry, headers, challenge, session } = await asked();

    const other = await retry(headers, body());
    const { targetPublicKey } = JSON.parse(challenge.payloadToSign).parameters;
    const sameKeyRespelled = await retry(headers, { clientPublicKey: targetPublicKey.toUpperCase() });
    const payload = `{ "unknown" : 1 ,\n "clientPublicKey": "${targetPublicKey}" }`;
    const spaced = await world.rest('POST', pathOf(session), {
      payload,
      headers: { ...headers, 'content-type': 'application/json' },
    });

    expect(told(other)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH', undefined]);
    expect(told(sameKeyRespelled)).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH', undefined]);
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
    const { retry, headers, session } = await asked();

    const answer = await retry({ ...headers, 'service-wallet-signature': stamp(session) });

    expect(told(answer)).toEqual([401, 'WALLET_SIGNATURE_MALFORMED', stampReason]);
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
    const { retry, challenge, session } = await asked();

    const answer = await retry(signedHeaders(challenge, await keyFor(session)));

    expect(told(answer)).toEqual([401, 'WALLET_SIGNATURE_INVALID', stampReason]);
  });

  test('with a stamp over another text, or one that names another key', async () => {
    const { retry, challenge, session, headers } = await asked();
    const respaced = JSON.stringify(JSON.parse(challenge.payloadToSign), undefined, 1);
    const stolen = { ...walletKey(), compressed: session.key.compressed };

    for (const stamp of [stampOf(respaced, session.key), stampOf(challenge.payloadToSign, stolen)]) {
      const answer = await retry({ ...headers, 'service-wallet-signature': stamp });
      expect(told(answer)).toEqual([401, 'WALLET_SIGNATURE_INVALID', stampReason]);
    }
  });

  test('after its session has ended', async () => {
    const { session, headers, retry } = await asked();
    world.wall.advance(600_001);
    const { body: late } = await world.rest('DELETE', `/auth/sessions/${session.id}`);

    world.wall.advance(Date.parse(session.session.expiresAt.toISOString()) - world.wall.now().getTime());

    expect(told(await retry(headers))).toEqual([401, 'UNAUTHORIZED', 'Session not active']);
    expect(late.requestId).toMatch(/^Request:/);
  });
});

test('the checks follow one another: each refusal hides the ones behind it', async () => {
  const { session, challenge, retry } = await asked();
  const { requestId, payloadToSign } = challenge;
  const other = body();
  const wrong = stampOf(payloadToSign, walletKey());

  expect(told(await retry({ 'request-id': 'x', 'service-wallet-signature': 'x' }, { clientPublicKey: 'x' }))[1]).toBe(
    'INVALID_INPUT',
  );
  expect(told(await retry({ 'request-id': 'x' }, other))[1]).toBe('WALLET_SIGNATURE_MISSING');
  expect(told(await retry({ 'service-wallet-signature': 'x' }, other))[1]).toBe('REQUEST_ID_MISSING');
  expect(told(await retry({ 'request-id': 'x', 'service-wallet-signature': 'x' }, other))[1]).toBe('UNAUTHORIZED');
  expect(told(await retry({ 'request-id': requestId, 'service-wallet-signature': 'x' }, other))[1]).toBe(
    'WALLET_SIGNATURE_BODY_MISMATCH',
  );
  expect(told(await retry({ 'request-id': requestId, 'service-wallet-signature': 'x' }))[1]).toBe('WALLET_SIGNATURE_MALFORMED');
  expect(told(await retry({ 'request-id': requestId, 'service-wallet-signature': wrong }))[1]).toBe('WALLET_SIGNATURE_INVALID');
  expect((await retry(signedHeaders(challenge, session.key))).status).toBe(201);
});

test('five failures use a request up', async () => {
  const { retry, headers } = await asked();
  const bad = () => retry({ ...headers, 'service-wallet-signature': 'stamp' });

  const codes = [];
  for (let count = 0; count < 5; count++) codes.push(told(await bad())[1]);

  expect(codes).toEqual(Array(5).fill('WALLET_SIGNATURE_MALFORMED'));
  expect(told(await retry(headers))).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
});

test('challenges, stamps and sessions are written down, with the key that signed', async () => {
  const { session, challenge, retry, headers } = await asked();

  await retry({ ...headers, 'service-wallet-signature': 'stamp' });
  await retry(signedHeaders(challenge, { ...walletKey(), compressed: session.key.compressed }));
  const { body: refreshed } = await retry(headers);

  const publicKey = session.key.compressed;
  const { targetPublicKey } = JSON.parse(challenge.payloadToSign).parameters;
  expect(refreshed.id.split(':')[1]).toBe(challenge.requestId.split(':')[1]);
  expect(await world.auditOf(challenge.requestId)).toEqual([
    { kind: 'CHALLENGED', publicKey: null, code: null },
    { kind: 'STAMP_REFUSED', publicKey: null, code: 'WALLET_SIGNATURE_MALFORMED' },
    { kind: 'STAMP_REFUSED', publicKey, code: 'WALLET_SIGNATURE_INVALID' },
    { kind: 'STAMP_ACCEPTED', publicKey, code: null },
    { kind: 'SESSION_OPENED', publicKey: targetPublicKey, code: null },
  ]);
});

test('unsigned repeats open requests of their own', async () => {
  const { session, challenge } = await asked();

  const again = await world.rest('POST', pathOf(session), { body: body() });

  expect(again.status).toBe(202);
  expect(again.body.requestId).not.toBe(challenge.requestId);
});

test('of two retries at once one has its effect', async () => {
  for (let round = 0; round < 20; round++) {
    const { retry, headers, session } = await asked();

    const answers = await Promise.all([retry(headers), retry(headers), retry(headers)]);

    const { body: sessions } = await world.rest('GET', `/auth/sessions?accountId=${session.accountId}`);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    expect(sessions.data).toHaveLength(2);
  }
});

describe('the legacy value of the sandbox', () => {
  test('stands in for a stamp, and for nothing else', async () => {
    const { retry, challenge } = await asked();

    const otherBody = await retry(legacy(challenge.requestId), body());
    const right = await retry(legacy(challenge.requestId));
    const again = await retry(legacy(challenge.requestId));

    expect(told(otherBody)[1]).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    expect(right.status).toBe(201);
    expect(told(again)).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
  });

  test('is no stamp in production, where nobody is told reasons', async () => {
    const { retry, challenge, headers } = await asked(production);

    const refused = await retry(legacy(challenge.requestId));
    const unknown = await retry({ ...headers, 'request-id': 'Request:1' });
    const right = await retry(headers);

    expect([told(refused), refused.body.details]).toEqual([[401, 'WALLET_SIGNATURE_MALFORMED', undefined], undefined]);
    expect([told(unknown), unknown.body.details]).toEqual([[401, 'UNAUTHORIZED', undefined], undefined]);
    expect(right.status).toBe(201);
  });
});
