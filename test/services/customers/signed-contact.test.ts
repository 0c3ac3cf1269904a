// Changes of an e-mail or phone number with credentials: signed, and all or nothing.
import { expect, test } from 'vitest';
import { sharedWorld } from '../../kit/shared-world.ts';
import { signedHeaders } from '../../kit/wallet-client.ts';
import { type Holder, logIn, newHolder, signTwice } from '../../kit/wallet-holder.ts';

const world = await sharedWorld();

let count = 0;
const freshEmail = () => `changed-${++count}@example.com`;

function change({ customerId, key }: Holder, more: object) {
  const body = { customerType: 'INDIVIDUAL', ...more };
  return signTwice(world, { method: 'PATCH', path: `/customers/${customerId}`, body, key });
}

async function emailsOf({ customerId, accountId }: Holder): Promise<string[]> {
  const { body: customer } = await world.rest('GET', `/customers/${customerId}`);
  const { body: credentials } = await world.rest('GET', `/auth/credentials?accountId=${accountId}`);
  return [customer.email, ...credentials.data.map(({ nickname }: { nickname: string }) => nickname)];
}

test('the e-mail changes with its credential, and with all other fields', async () => {
  const holder = await newHolder(world);
  const email = freshEmail();

  const { first, second } = await change(holder, { email, fullName: 'Ada King' });

  expect(first.status).toBe(202);
  expect(JSON.parse(first.body.payloadToSign)).toEqual({
    organizationId: holder.accountId.slice('InternalAccount:'.length),
    parameters: {
      credentialIds: [holder.credentialId.slice('AuthMethod:'.length)],
      customerId: holder.customerId,
      email,
      updateDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    timestampMs: String(world.wall.now().getTime()),
    type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
  });
  expect(second).toMatchObject({ status: 200, body: { id: holder.customerId, email, fullName: 'Ada King' } });
  expect(await emailsOf(holder)).toEqual([email, email]);
  expect(await logIn(world, holder.credentialId)).toBeDefined();
});

test('nothing changes before the signature', async () => {
  const holder = await newHolder(world);

  await world.rest('PATCH', `/customers/${holder.customerId}`, { body: { customerType: 'INDIVIDUAL', email: freshEmail() } });

  expect(await emailsOf(holder)).toEqual([holder.email, holder.email]);
});

test('the same e-mail with other data needs no signature', async () => {
  const holder = await newHolder(world);

  const same = await change(holder, { email: holder.email });
  const other = await change(holder, { fullName: 'Ada King' });
  const phone = await change(holder, { phoneNumber: '+14155550123' });

  expect([same.first.status, other.first.status, phone.first.status]).toEqual([200, 200, 200]);
});

test('a customer without a wallet changes its e-mail without a signature', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const made = await tenant.rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: 'ada@example.com' },
  });

  const { status, body } = await tenant.rest('PATCH', `/customers/${made.body.id}`, {
    body: { customerType: 'INDIVIDUAL', email: 'grace@example.com' },
    headers: { 'service-wallet-signature': 'scribble' },
  });

  expect([status, body.email]).toEqual([200, 'grace@example.com']);
});

test('an e-mail of another credential is refused, immediately and again after signing', async () => {
  const [holder, other] = [await newHolder(world), await newHolder(world)];
  const email = freshEmail();
  const path = `/customers/${holder.customerId}`;
  const body = { customerType: 'INDIVIDUAL', email };
  const { body: challenge } = await world.rest('PATCH', path, { body });
  await change(other, { email: email.toUpperCase() });

  const unsigned = await world.rest('PATCH', path, { body });
  const wrong = await world.rest('PATCH', path, { body, headers: signedHeaders(challenge, other.key) });
  const signed = await world.rest('PATCH', path, { body, headers: signedHeaders(challenge, holder.key) });

  expect([unsigned.status, unsigned.body.code]).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS']);
  expect([wrong.status, wrong.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID']);
  expect([signed.status, signed.body.code]).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS']);
  expect(await emailsOf(holder)).toEqual([holder.email, holder.email]);
});

test.each([
  ['a request id alone', { 'request-id': 'Request:1' }, 'WALLET_SIGNATURE_MISSING'],
  ['a signature alone', { 'service-wallet-signature': 'scribble' }, 'REQUEST_ID_MISSING'],
])('%s is no signed retry', async (_, headers, code) => {
  const holder = await newHolder(world);

  const { status, body } = await world.rest('PATCH', `/customers/${holder.customerId}`, {
    body: { customerType: 'INDIVIDUAL', email: freshEmail() },
    headers,
  });

  expect([status, body.code]).toEqual([401, code]);
});

test('other fields than the signed ones are refused', async () => {
  const holder = await newHolder(world);
  const path = `/customers/${holder.customerId}`;
  const body = { customerType: 'INDIVIDUAL', email: freshEmail() };
  const { body: challenge } = await world.rest('PATCH', path, { body });

  const answer = await world.rest('PATCH', path, {
    body: { ...body, fullName: 'Someone Else' },
    headers: signedHeaders(challenge, holder.key),
  });

  expect([answer.status, answer.body.code]).toEqual([401, 'WALLET_SIGNATURE_BODY_MISMATCH']);
});

test('an address taken in the meantime changes nothing, and leaves the e-mail free', async () => {
  const [holder, other] = [await newHolder(world), await newHolder(world)];
  const path = `/customers/${holder.customerId}`;
  const { body: customer } = await world.rest('GET', path);
  const umaAddress = `$taken@${customer.umaAddress.split('@')[1]}`;
  const body = { customerType: 'INDIVIDUAL', email: freshEmail(), umaAddress };
  const { body: challenge } = await world.rest('PATCH', path, { body });
  await change(other, { umaAddress });

  const answer = await world.rest('PATCH', path, { body, headers: signedHeaders(challenge, holder.key) });
  const free = await change(other, { email: body.email });

  expect([answer.status, answer.body.code]).toEqual([409, 'UMA_ADDRESS_EXISTS']);
  expect(await emailsOf(holder)).toEqual([holder.email, holder.email]);
  expect(free.second?.status).toBe(200);
});
