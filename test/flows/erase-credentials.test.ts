// Login credentials of an end user are exported with the customer, never stored in clear text, and unreadable after erasure.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { DelegatedKeyDirectoryService } from '../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import { CustomerDirectoryService } from '../../gen/payments/customers/v1/customer_directory_pb.ts';
import { personalDataOf } from '../../services/kit/service/common-services.ts';
import { enrollPasskey } from '../kit/browser-passkey.ts';
import { openCanary, valuesIn } from '../kit/canary.ts';
import { scaCode } from '../kit/european.ts';
import { softPasskey } from '../kit/passkey.ts';
import { startWorld } from '../kit/platform.ts';
import { signedHeaders } from '../kit/wallet-client.ts';
import { type Holder, newHolder, signTwice } from '../kit/wallet-holder.ts';

const world = await startWorld({ settings: { eraseAfterDays: 31 } });
const { rest } = world;
const database = new Client({ connectionString: world.databaseUrl });
await database.connect();
afterAll(() => database.end());

const phoneNumber = '+4915112340987';
const ip = '198.51.100.77';
const european = {
  phoneNumber,
  region: 'DE',
  birthDate: '1990-12-10',
  nationality: 'DE',
  address: { line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' },
};

/** A customer with a changed e-mail, a phone, a passkey, a delegated key, and an SCA login. */
async function wellKnown() {
  const holder = await newHolder(world, european);
  const { customerId, accountId, key } = holder;
  await verifyContacts(customerId);
  const email = `changed-${randomUUID()}@example.com`;
  await signed(holder, 'PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', email });
  const challenge = Buffer.from(randomUUID()).toString('base64url');
  const attestation = softPasskey().register(challenge);
  const nickname = `Phone of ${randomUUID()}`;
  await signed(holder, 'POST', '/auth/credentials', { type: 'PASSKEY', accountId, nickname, challenge, attestation });
  await signed(holder, 'POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
  const keyName = `Groceries of ${randomUUID()}`;
  const [cardId, fundingSourceId] = [`Card:${randomUUID()}`, `CardFundingSource:${randomUUID()}`];
  await world.internal(DelegatedKeyDirectoryService).bindFundingSource({ fundingSourceId, cardId, accountId });
  const body = { cardId, internalAccountId: accountId, nickname: keyName };
  const { second } = await signTwice(world, { method: 'POST', path: '/auth/delegated-keys', body, key });
  const allowed = await rest('POST', '/auth/delegated-keys', { body, headers: signedHeaders(second?.body, key) });
  expect(allowed.status, JSON.stringify(allowed.body)).toBe(201);
  await logInFrom(ip, customerId);
  const secret = await enrollApp(customerId);
  const { credentialId: factorId } = await enrollPasskey(rest, customerId);
  return { customerId, secret, factorId, texts: [email, holder.email, nickname, keyName, phoneNumber, ip] };
}

async function enrollApp(customerId: string): Promise<string> {
  const call = (path: string, body: object) => rest('POST', `/sca/${path}?customerId=${customerId}`, { body });
  const { secret } = (await call('factors', { type: 'TOTP' })).body;
  expect((await call('factors/confirm', { type: 'TOTP', secret, code: scaCode })).status).toBe(200);
  return secret;
}

async function signed({ key }: Holder, method: 'POST' | 'PATCH', path: string, body: object): Promise<void> {
  const { second } = await signTwice(world, { method, path, body, key });
  expect(second?.status, JSON.stringify(second?.body)).toBeLessThan(300);
}

async function verifyContacts(customerId: string): Promise<void> {
  for (const path of ['verify-email', 'verify-phone'])
    await rest('POST', `/customers/${customerId}/${path}/confirm`, { body: { code: scaCode } });
}

async function logInFrom(endUserIpAddress: string, customerId: string): Promise<void> {
  const { body: started } = await rest('POST', `/sca/login/start?customerId=${customerId}`, { body: { factor: 'SMS_OTP' } });
  const proof = { factor: 'SMS_OTP', challengeId: started.challengeId, code: scaCode, endUserIpAddress };
  const { status, body } = await rest('POST', `/sca/login/complete?customerId=${customerId}`, { body: proof });
  expect(status, JSON.stringify(body)).toBe(200);
}

test('contacts, nicknames and addresses are exported, sealed at rest, and gone after erasure', async () => {
  const { customerId, secret, factorId, texts } = await wellKnown();
  const canary = openCanary();
  for (const text of [...texts, secret]) canary.hide(text, text);

  const atRest = canary.findings(await valuesIn(world.databaseUrl));
  const exported = await world.internal(CustomerDirectoryService).exportCustomer({ customerId });
  await rest('DELETE', `/customers/${customerId}`);
  await world.advance(32 * 24 * 3600);
  const { records: left } = await world.internal(personalDataOf('auth')).exportPerson({ customerId });
  const { rows: keys } = await database.query('select key from auth.personal_key where customer_id = $1', [
    customerId.split(':')[1],
  ]);

  expect(atRest).toEqual([]);
  for (const text of [...texts, factorId]) expect(JSON.stringify(exported.records)).toContain(text);
  expect(exported.records.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'credential',
      'session',
      'delegated-key',
      'contact-change',
      'sca-session',
      'sca-factor',
      'sca-challenge',
    ]),
  );
  expect(new Set(left.map(({ fields = {} }) => fields.nickname))).toEqual(new Set(['']));
  for (const text of [...texts, factorId]) expect(JSON.stringify(left)).not.toContain(text);
  expect(keys).toEqual([{ key: null }]);
});

test("another customer's credentials survive an erasure", async () => {
  const [gone, stays] = [await newHolder(world), await newHolder(world)];
  await rest('DELETE', `/customers/${gone.customerId}`);

  await world.advance(32 * 24 * 3600);
  const { body } = await rest('GET', `/auth/credentials?accountId=${stays.accountId}`);

  expect(body.data).toMatchObject([{ nickname: stays.email }]);
});
