// The end of code credentials: revoked, changed with their contact, deleted with their customer; and requests that have become impossible.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CredentialDirectoryService } from '../../../gen/payments/auth/v1/credential_directory_pb.ts';
import { outcome } from '../../kit/rest.ts';
import { signedHeaders, walletKey } from '../../kit/wallet-client.ts';
import { sharedCredentialWorld, walletClient } from './credential-world.ts';

const world = await sharedCredentialWorld();
const client = walletClient(world);

test('an impossible request is refused on the retry, and stays open', async () => {
  const wallet = world.wallet();
  const { key } = await client.enter(wallet.accountId);
  const { body: one } = await client.add(wallet.accountId, 'SMS_OTP');
  const { body: two } = await client.add(wallet.accountId, 'SMS_OTP');
  await client.add(wallet.accountId, 'SMS_OTP', signedHeaders(one, key));

  const again = await client.add(wallet.accountId, 'SMS_OTP', signedHeaders(two, key));
  const used = await client.add(wallet.accountId, 'SMS_OTP', signedHeaders(one, key));

  expect(outcome(again)).toEqual([400, 'SMS_OTP_CREDENTIAL_ALREADY_EXISTS']);
  expect([used.status, used.body.code, used.body.reason]).toEqual([401, 'UNAUTHORIZED', 'Request-Id already used']);
});

test('a request with an old contact is invalid', async () => {
  const wallet = world.wallet();
  const { key } = await client.enter(wallet.accountId);
  const { body: challenge } = await client.add(wallet.accountId, 'SMS_OTP');

  wallet.owner.phoneNumber = '+14155550199';
  const { status, body } = await client.add(wallet.accountId, 'SMS_OTP', signedHeaders(challenge, key));

  expect([status, body.code, body.reason]).toEqual([401, 'UNAUTHORIZED', 'Expired Request-Id']);
});

test('a credential is revoked by a session of another one, and its sessions end', async () => {
  const { accountId } = world.wallet();
  const { credential, key } = await client.enter(accountId);
  const { body: adding } = await client.add(accountId, 'SMS_OTP');
  const { body: added } = await client.add(accountId, 'SMS_OTP', signedHeaders(adding, key));
  const second = await client.login(added.id, 'SMS_OTP');

  const { status, body: challenge } = await client.revoke(credential.id);
  const bySelf = await client.revoke(credential.id, signedHeaders(challenge, key));
  const byOther = await client.revoke(credential.id, signedHeaders(challenge, second.key));

  expect([status, challenge.type, JSON.parse(challenge.payloadToSign).type]).toEqual([
    202,
    'EMAIL_OTP',
    'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
  ]);
  expect(outcome(bySelf)).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
  expect([byOther.status, byOther.body]).toEqual([204, undefined]);
  const { data: sessions } = (await world.rest('GET', `/auth/sessions?accountId=${accountId}`)).body;
  expect(sessions.map(({ id }: { id: string }) => id)).toEqual([second.session.id]);
  expect(outcome(await client.revoke(credential.id, signedHeaders(challenge, second.key)))).toEqual([404, 'REFERENCE_NOT_FOUND']);
  expect(outcome(await client.challenge(credential.id))).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('the sessions of a revoked credential cannot be refreshed, and sessions refreshed from them end too', async () => {
  const { accountId } = world.wallet();
  const { credential, session, key } = await client.enter(accountId);
  const { body: adding } = await client.add(accountId, 'SMS_OTP');
  const { body: added } = await client.add(accountId, 'SMS_OTP', signedHeaders(adding, key));
  const other = await client.login(added.id, 'SMS_OTP');
  const refresh = (body: object, headers = {}) => world.rest('POST', `/auth/sessions/${session.id}/refresh`, { body, headers });
  const [young, younger] = [walletKey(), walletKey()].map(({ compressed }) => ({ clientPublicKey: compressed }));
  const { body: issued } = await refresh({ ...young });
  const refreshed = await refresh({ ...young }, signedHeaders(issued, key));
  const { body: pending } = await refresh({ ...younger });

  const { body: leaving } = await client.revoke(credential.id);
  const revoked = await client.revoke(credential.id, signedHeaders(leaving, other.key));
  const late = await refresh({ ...younger }, signedHeaders(pending, key));

  const { data } = (await world.rest('GET', `/auth/sessions?accountId=${accountId}`)).body;
  expect([refreshed.status, revoked.status]).toEqual([201, 204]);
  expect([late.status, late.body.code, late.body.reason]).toEqual([401, 'UNAUTHORIZED', 'Session not active']);
  expect(data.map(({ id }: { id: string }) => id)).toEqual([other.session.id]);
});

test('the only credential of an account cannot be revoked', async () => {
  const { accountId } = world.wallet();
  const { credential } = await client.enter(accountId);

  expect(outcome(await client.revoke(credential.id))).toEqual([400, 'INVALID_INPUT']);
});

test('of two credentials that revoke each other, one stays', async () => {
  const { accountId } = world.wallet();
  const { credential, key } = await client.enter(accountId);
  const { body: adding } = await client.add(accountId, 'SMS_OTP');
  const { body: added } = await client.add(accountId, 'SMS_OTP', signedHeaders(adding, key));
  const second = await client.login(added.id, 'SMS_OTP');
  const { body: one } = await client.revoke(credential.id);
  const { body: two } = await client.revoke(added.id);

  const answers = await Promise.all([
    client.revoke(credential.id, signedHeaders(one, second.key)),
    client.revoke(added.id, signedHeaders(two, key)),
  ]);

  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(await client.list(accountId)).toHaveLength(1);
});

test('a change of contact invalidates the open code', async () => {
  const { accountId, customerId } = world.wallet();
  const { body: credential } = await client.add(accountId, 'EMAIL_OTP');
  const { body: challenged } = await client.challenge(credential.id);
  const directory = world.internal(CredentialDirectoryService);
  const contact = { kind: { case: 'email', value: 'new@example.test' } } as const;
  const { credentials } = await directory.examineContactChange({ customerId, contact });
  const changeId = randomUUID();

  await directory.prepareContactChange({
    changeId,
    customerId,
    contact,
    credentialIds: credentials.map(({ credentialId }) => credentialId),
  });
  await directory.commitContactChange({ changeId });
  const { status, body } = await client.verify(credential.id, await client.answerTo(challenged.otpEncryptionTargetBundle));

  expect([status, body.reason]).toEqual([401, 'No pending OTP for this credential']);
  expect((await client.list(accountId))[0].nickname).toBe('new@example.test');
});

test('a deleted customer keeps no credential, no session, and no open request', async () => {
  const { accountId, customerId } = world.wallet();
  const { key } = await client.enter(accountId);
  const { body: challenge } = await client.add(accountId, 'SMS_OTP');
  await client.add(accountId, 'EMAIL_OTP');

  await world.internal(CredentialDirectoryService).removeCustomerCredentials({ customerId });

  expect(await client.list(accountId)).toEqual([]);
  expect((await world.rest('GET', `/auth/sessions?accountId=${accountId}`)).body).toEqual({ data: [] });
  await client.add(accountId, 'EMAIL_OTP');
  const retried = await client.add(accountId, 'SMS_OTP', signedHeaders(challenge, key));
  expect([retried.status, retried.body.reason]).toEqual([401, 'Request-Id already used']);
});
