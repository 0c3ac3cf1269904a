// Signed requests of other services: open requests, and stamps over texts of their own.
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { RefreshSessionRequestSchema, SessionService } from '../../../gen/payments/auth/v1/session_pb.ts';
import { RequestEnd, SignedRequestService } from '../../../gen/payments/auth/v1/signed_request_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { identityOf } from '../../../services/kit/calls/signed-retry.ts';
import { stampOf, walletKey } from '../../kit/wallet-client.ts';
import { startWalletWorld } from './wallet-world.ts';

const world = await startWalletWorld();
const production = await startWalletWorld({ mode: 'production' });

const fingerprint = Buffer.alloc(32, 1);
const operation = 'test/Operation 1';
const payload = '{"a":1}';
const requests = () => world.internal(SignedRequestService);
const open = (more: object) => requests().openRequest({ operation, fingerprint, payload, ...more });
const take = (requestId: string, walletSignature: string) =>
  requests().claimRequest({ operation, fingerprint, requestId, walletSignature });
const used = { code: ErrorCode.UNAUTHORIZED, details: { reason: 'Request-Id already used' } };

test('a request can name the one key that signs, session or not', async () => {
  const key = walletKey();
  const { requestId } = await open({ accountIds: [randomUUID()], publicKey: key.compressed });

  await expect(take(requestId, stampOf(payload, walletKey()))).rejects.toMatchObject({
    code: ErrorCode.WALLET_SIGNATURE_INVALID,
  });
  const taken = await take(requestId, stampOf(payload, key));

  expect([taken.publicKey, taken.sessionId, taken.payload]).toEqual([key.compressed, undefined, payload]);
});

test('a request can exclude the sessions of one credential', async () => {
  const { session, key } = await world.openSession();
  const other = await world.openSession({ accountId: session.accountId, type: 'SMS_OTP' });
  const { requestId } = await open({ accountIds: [session.accountId], excludedCredentialId: session.credentialId });

  await expect(take(requestId, stampOf(payload, key))).rejects.toMatchObject({ code: ErrorCode.WALLET_SIGNATURE_INVALID });
  expect((await take(requestId, stampOf(payload, other.key))).sessionId).toBe(other.session.id);
});

test('a retry whose process died continues under the same operation, ten seconds later', async () => {
  const { session, key } = await world.openSession();
  const { requestId } = await open({ accountIds: [session.accountId] });
  const stamp = stampOf(payload, key);

  const first = await take(requestId, stamp);
  await expect(take(requestId, stamp)).rejects.toMatchObject(used);
  world.wall.advance(10_000);
  const second = await take(requestId, stamp);

  expect(second).toEqual(first);
});

test('a retry with an unknown outcome continues immediately, a refused one is checked again', async () => {
  const { session, key } = await world.openSession();
  const { requestId } = await open({ accountIds: [session.accountId] });
  const first = await take(requestId, stampOf(payload, key));

  await requests().finishRequest({ requestId, end: RequestEnd.UNKNOWN });
  const second = await take(requestId, stampOf(payload, key));
  await requests().finishRequest({ requestId, end: RequestEnd.REFUSED });
  await expect(take(requestId, 'stamp')).rejects.toMatchObject({ code: ErrorCode.WALLET_SIGNATURE_MALFORMED });
  const third = await take(requestId, stampOf(payload, key));
  await requests().finishRequest({ requestId, end: RequestEnd.DONE });

  expect([second.operationId, third.operationId]).toEqual([first.operationId, first.operationId]);
  await expect(take(requestId, stampOf(payload, key))).rejects.toMatchObject(used);
});

test("a stamp over a service's own text is verified", async () => {
  const { session, key } = await world.openSession();
  const verify = (walletSignature: string) => requests().verifyStamp({ accountId: session.accountId, payload, walletSignature });

  const verified = await verify(stampOf(payload, key));
  const standIn = await verify('sandbox-valid-signature');

  expect([verified.sessionId, verified.publicKey]).toEqual([session.id, key.compressed]);
  expect([standIn.sessionId, standIn.publicKey]).toEqual([undefined, '']);
  await expect(verify(stampOf(`${payload} `, key))).rejects.toMatchObject({ code: ErrorCode.WALLET_SIGNATURE_INVALID });
  await expect(verify('stamp')).rejects.toMatchObject({ code: ErrorCode.WALLET_SIGNATURE_MALFORMED });
});

test('in production the value of older sandbox clients is no stamp', async () => {
  const { session, key } = await production.openSession();
  const verify = (walletSignature: string) =>
    production.internal(SignedRequestService).verifyStamp({ accountId: session.accountId, payload, walletSignature });

  const verified = await verify(stampOf(payload, key));

  expect(verified.sessionId).toBe(session.id);
  await expect(verify('sandbox-valid-signature')).rejects.toMatchObject({ code: ErrorCode.WALLET_SIGNATURE_MALFORMED });
});

test('platforms cannot call this', async () => {
  const attempt = world.client(SignedRequestService).verifyStamp({ accountId: 'a', payload, walletSignature: 'b' });

  await expect(attempt).rejects.toMatchObject({ code: ErrorCode.FORBIDDEN });
});

test('two requests are the same if they decode to the same, whatever their headers', () => {
  const { refreshSession } = SessionService.method;
  const of = (init: object) => identityOf(refreshSession, create(RefreshSessionRequestSchema, { id: 'a', ...init }));

  const plain = of({ clientPublicKey: 'k' });

  expect(of({ clientPublicKey: 'k', walletSignature: 's', requestId: 'r' })).toEqual(plain);
  expect(of({ clientPublicKey: 'K' }).fingerprint).not.toEqual(plain.fingerprint);
  expect(of({ id: 'b', clientPublicKey: 'k' }).operation).not.toBe(plain.operation);
});
