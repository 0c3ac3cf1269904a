// The signed retry: the order of its checks, and how often a request can be used.
import { describe, expect, test } from 'vitest';
import { uuidIn } from '../../../services/kit/core/ids.ts';
import { signedHeaders, stampOf, walletKey } from '../../kit/wallet-client.ts';
import { body, legacy, pathOf, retriesIn } from './challenged-retry.ts';
import { outcomeOf } from './outcome-of.ts';
import { startWalletWorld } from './wallet-world.ts';

const world = await startWalletWorld();
const { challenged } = retriesIn(world);
const production = await startWalletWorld({ mode: 'production' });

test('each failed check hides the later ones', async () => {
  const { session, challenge, retry } = await challenged();
  const { requestId, payloadToSign } = challenge;
  const other = body();
  const wrong = stampOf(payloadToSign, walletKey());

  expect(outcomeOf(await retry({ 'request-id': 'x', 'service-wallet-signature': 'x' }, { clientPublicKey: 'x' }))[1]).toBe(
    'INVALID_INPUT',
  );
  expect(outcomeOf(await retry({ 'request-id': 'x' }, other))[1]).toBe('WALLET_SIGNATURE_MISSING');
  expect(outcomeOf(await retry({ 'service-wallet-signature': 'x' }, other))[1]).toBe('REQUEST_ID_MISSING');
  expect(outcomeOf(await retry({ 'request-id': 'x', 'service-wallet-signature': 'x' }, other))[1]).toBe('UNAUTHORIZED');
  expect(outcomeOf(await retry({ 'request-id': requestId, 'service-wallet-signature': 'x' }, other))[1]).toBe(
    'WALLET_SIGNATURE_BODY_MISMATCH',
  );
  expect(outcomeOf(await retry({ 'request-id': requestId, 'service-wallet-signature': 'x' }))[1]).toBe(
    'WALLET_SIGNATURE_MALFORMED',
  );
  expect(outcomeOf(await retry({ 'request-id': requestId, 'service-wallet-signature': wrong }))[1]).toBe(
    'WALLET_SIGNATURE_INVALID',
  );
  expect((await retry(signedHeaders(challenge, session.key))).status).toBe(201);
});

test('five failures use up a request', async () => {
  const { retry, headers } = await challenged();
  const bad = () => retry({ ...headers, 'service-wallet-signature': 'stamp' });

  const codes = [];
  for (let count = 0; count < 5; count++) codes.push(outcomeOf(await bad())[1]);

  expect(codes).toEqual(Array(5).fill('WALLET_SIGNATURE_MALFORMED'));
  expect(outcomeOf(await retry(headers))).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
});

test('challenges, stamps and sessions are recorded, with the key that signed', async () => {
  const { session, challenge, retry, headers } = await challenged();

  await retry({ ...headers, 'service-wallet-signature': 'stamp' });
  await retry(signedHeaders(challenge, { ...walletKey(), compressed: session.key.compressed }));
  const { body: refreshed } = await retry(headers);

  const publicKey = session.key.compressed;
  const { targetPublicKey } = JSON.parse(challenge.payloadToSign).parameters;
  expect(uuidIn(refreshed.id)).toBe(uuidIn(challenge.requestId));
  expect(await world.auditOf(challenge.requestId)).toEqual([
    { kind: 'CHALLENGED', publicKey: null, code: null },
    { kind: 'STAMP_REFUSED', publicKey: null, code: 'WALLET_SIGNATURE_MALFORMED' },
    { kind: 'STAMP_REFUSED', publicKey, code: 'WALLET_SIGNATURE_INVALID' },
    { kind: 'STAMP_ACCEPTED', publicKey, code: null },
    { kind: 'SESSION_OPENED', publicKey: targetPublicKey, code: null },
  ]);
});

test('unsigned repeats open separate requests', async () => {
  const { session, challenge } = await challenged();

  const again = await world.rest('POST', pathOf(session), { body: body() });

  expect(again.status).toBe(202);
  expect(again.body.requestId).not.toBe(challenge.requestId);
});

test('of two concurrent retries one takes effect', async () => {
  for (let round = 0; round < 20; round++) {
    const { retry, headers, session } = await challenged();

    const answers = await Promise.all([retry(headers), retry(headers), retry(headers)]);

    const { body: sessions } = await world.rest('GET', `/auth/sessions?accountId=${session.accountId}`);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    expect(sessions.data).toHaveLength(2);
  }
});

describe('the legacy value of the sandbox', () => {
  test('replaces a stamp, and nothing else', async () => {
    const { retry, challenge } = await challenged();

    const otherBody = await retry(legacy(challenge.requestId), body());
    const right = await retry(legacy(challenge.requestId));
    const again = await retry(legacy(challenge.requestId));

    expect(outcomeOf(otherBody)[1]).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    expect(right.status).toBe(201);
    expect(outcomeOf(again)).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
  });

  test('is no stamp in production, which gives no reasons', async () => {
    const { retry, challenge, headers } = await challenged(production);

    const refused = await retry(legacy(challenge.requestId));
    const unknown = await retry({ ...headers, 'request-id': 'Request:1' });
    const right = await retry(headers);

    expect([outcomeOf(refused), refused.body.details]).toEqual([[401, 'WALLET_SIGNATURE_MALFORMED', undefined], undefined]);
    expect([outcomeOf(unknown), unknown.body.details]).toEqual([[401, 'UNAUTHORIZED', undefined], undefined]);
    expect(right.status).toBe(201);
  });
});
