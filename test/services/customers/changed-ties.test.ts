// A contact change whose credentials changed between the challenge and the signed retry.
import { expect, test } from 'vitest';
import { outcome } from '../../kit/rest.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { signedHeaders } from '../../kit/wallet-client.ts';
import { type Holder, logIn, newHolder, signTwice } from '../../kit/wallet-holder.ts';

const world = await sharedWorld();

const pathOf = ({ customerId }: Holder) => `/customers/${customerId}`;
const changeTo = <T extends object>(contact: T) => ({ customerType: 'INDIVIDUAL', ...contact });

let count = 0;
const freshPhone = () => `+1415555${String(1000 + ++count)}`;

/** Logged in with an e-mail code, with another credential for text messages. */
async function newTwofold(): Promise<Holder & { readonly smsId: string; readonly phoneNumber: string }> {
  const phoneNumber = freshPhone();
  const holder = await newHolder(world, { phoneNumber });
  const body = { type: 'SMS_OTP', accountId: holder.accountId };
  const { second } = await signTwice(world, { method: 'POST', path: '/auth/credentials', body, key: holder.key });
  return { ...holder, smsId: second?.body.id, phoneNumber };
}

/** With a session of the other one. */
async function revoke(id: string, other: string): Promise<void> {
  const key = await logIn(world, other);
  const path = `/auth/credentials/${id}`;
  const { second } = await signTwice(world, { method: 'DELETE', path, body: {}, key });
  expect(second?.status).toBe(204);
}

test('the last credential of an e-mail is gone: the change is refused once, and then needs no signature', async () => {
  const holder = await newTwofold();
  const key = await logIn(world, holder.smsId);
  const body = changeTo({ email: 'moved@example.com' });
  const { body: challenge } = await world.rest('PATCH', pathOf(holder), { body });
  await revoke(holder.credentialId, holder.smsId);

  const signed = await world.rest('PATCH', pathOf(holder), { body, headers: signedHeaders(challenge, key) });
  const kept = await world.rest('GET', pathOf(holder));
  const unsigned = await world.rest('PATCH', pathOf(holder), { body });

  expect(outcome(signed)).toEqual([409, 'EMAIL_OTP_CREDENTIAL_SET_CHANGED']);
  expect(kept.body.email).toBe(holder.email);
  expect([unsigned.status, unsigned.body.email]).toEqual([200, 'moved@example.com']);
});

test('the last credential of a phone number is gone: the change is a conflict', async () => {
  const holder = await newTwofold();
  const body = changeTo({ phoneNumber: freshPhone() });
  const { body: challenge } = await world.rest('PATCH', pathOf(holder), { body });
  await revoke(holder.smsId, holder.credentialId);

  const signed = await world.rest('PATCH', pathOf(holder), { body, headers: signedHeaders(challenge, holder.key) });
  const kept = await world.rest('GET', pathOf(holder));

  expect(outcome(signed)).toEqual([409, 'CONFLICT']);
  expect(kept.body.phoneNumber).toBe(holder.phoneNumber);
});

test('a phone number changes together with its credential', async () => {
  const holder = await newTwofold();
  const body = changeTo({ phoneNumber: freshPhone() });

  const { first, second } = await signTwice(world, { method: 'PATCH', path: pathOf(holder), body, key: holder.key });

  const { body: credentials } = await world.rest('GET', `/auth/credentials?accountId=${holder.accountId}`);
  expect(JSON.parse(first.body.payloadToSign).type).toBe('ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER');
  expect([second?.status, second?.body.phoneNumber]).toEqual([200, body.phoneNumber]);
  expect(credentials.data.find(({ id }: { id: string }) => id === holder.smsId).nickname).toBe(body.phoneNumber);
});

test('a phone number of another credential is a conflict, before any signature', async () => {
  const [holder, other] = [await newTwofold(), await newTwofold()];

  const answer = await world.rest('PATCH', pathOf(holder), { body: changeTo({ phoneNumber: other.phoneNumber }) });

  expect(outcome(answer)).toEqual([409, 'CONFLICT']);
});

test('a contact with a credential cannot be cleared', async () => {
  const holder = await newTwofold();

  const answers = [
    await world.rest('PATCH', pathOf(holder), { body: changeTo({ email: null }) }),
    await world.rest('PATCH', pathOf(holder), { body: changeTo({ phoneNumber: null }) }),
  ];

  expect(answers.map(outcome)).toEqual([
    [400, 'INVALID_INPUT'],
    [400, 'INVALID_INPUT'],
  ]);
});

test('an e-mail in another case on the own credential is refused, and without a credential changes immediately', async () => {
  const holder = await newHolder(world);
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', email: 'ada@example.com' };
  const { body: customer } = await tenant.rest('POST', '/customers', { body: person });

  const tied = await world.rest('PATCH', pathOf(holder), { body: changeTo({ email: holder.email.toUpperCase() }) });
  const untied = await tenant.rest('PATCH', `/customers/${customer.id}`, { body: changeTo({ email: 'ADA@example.com' }) });

  expect(outcome(tied)).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS']);
  expect([untied.status, untied.body.email]).toEqual([200, 'ADA@example.com']);
});
