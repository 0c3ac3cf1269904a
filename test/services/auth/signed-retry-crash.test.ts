// Signed operations whose process dies: between the two legs, once the retry was taken, and between the effect and its answer.
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { DelegatedKeyDirectoryService } from '../../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import { startWorld } from '../../kit/platform.ts';
import type { RestAnswer, Verb } from '../../kit/rest.ts';
import { sealOtp, signedHeaders, type WalletKey, walletKey } from '../../kit/wallet-client.ts';
import { type Holder, newHolder } from '../../kit/wallet-holder.ts';

const world = await startWorld();
afterEach(() => {
  globalThis.onCrashPoint = undefined;
});

function dieAt(place: string): void {
  globalThis.onCrashPoint = (name) => {
    if (name === place) throw new Error('The process died.');
  };
}

interface Call {
  readonly method: Verb;
  readonly path: string;
  readonly body?: object;
  /** That signs the second leg; the holder's session where it is absent. */
  readonly key?: WalletKey;
}

interface Case {
  readonly name: string;
  readonly call: (holder: Holder) => Promise<Call>;
  readonly status: number;
  readonly seen: (holder: Holder) => Promise<unknown>;
  readonly after: unknown;
  /** Once the effect was had, the same body changes nothing, and needs no signature. */
  readonly isNoChangeAfterwards?: boolean;
}

const listed = async (of: 'credentials' | 'sessions', { accountId }: Holder): Promise<{ id: string; type: string }[]> =>
  (await world.rest('GET', `/auth/${of}?accountId=${accountId}`)).body.data;
const typesOf = async (holder: Holder) => (await listed('credentials', holder)).map(({ type }) => type);
const sessionsOf = async (holder: Holder) => (await listed('sessions', holder)).length;
const sessionPath = async (holder: Holder) => `/auth/sessions/${(await listed('sessions', holder))[0]?.id}`;

async function signed(holder: Holder, { method, path, body, key = holder.key }: Call): Promise<() => Promise<RestAnswer>> {
  const first = await world.rest(method, path, { body });
  const headers = signedHeaders(first.body, key);
  return () => world.rest(method, path, { body, headers });
}

const adding = ({ accountId }: Holder): Call => ({
  method: 'POST',
  path: '/auth/credentials',
  body: { type: 'SMS_OTP', accountId },
});

async function delegating({ accountId }: Holder): Promise<Call> {
  const cardId = `Card:${randomUUID()}`;
  const fundingSourceId = `CardFundingSource:${randomUUID()}`;
  await world.internal(DelegatedKeyDirectoryService).bindFundingSource({ fundingSourceId, cardId, accountId });
  const body = { cardId, internalAccountId: accountId, nickname: 'Groceries' };
  return { method: 'POST', path: '/auth/delegated-keys', body };
}

const cases: readonly Case[] = [
  {
    name: 'adding a credential',
    call: async (holder) => adding(holder),
    status: 201,
    seen: typesOf,
    after: ['EMAIL_OTP', 'SMS_OTP'],
  },
  {
    name: 'verifying a code',
    call: async ({ credentialId }) => {
      const key = walletKey();
      const path = `/auth/credentials/${credentialId}`;
      const { body: issued } = await world.rest('POST', `${path}/challenge`, { body: {} });
      const bundle = await sealOtp(issued.otpEncryptionTargetBundle, { code: '000000', publicKey: key.compressed });
      return { method: 'POST', path: `${path}/verify`, body: { type: 'EMAIL_OTP', encryptedOtpBundle: bundle }, key };
    },
    status: 200,
    seen: sessionsOf,
    after: 2,
  },
  {
    name: 'refreshing a session',
    call: async (holder) => ({
      method: 'POST',
      path: `${await sessionPath(holder)}/refresh`,
      body: { clientPublicKey: walletKey().compressed },
    }),
    status: 201,
    seen: sessionsOf,
    after: 2,
  },
  {
    name: 'logging out',
    call: async (holder) => ({ method: 'DELETE', path: await sessionPath(holder) }),
    status: 204,
    seen: sessionsOf,
    after: 0,
  },
  {
    name: 'revoking a credential',
    call: async (holder) => {
      const { body: sms } = await (await signed(holder, adding(holder)))();
      return { method: 'DELETE', path: `/auth/credentials/${sms.id}` };
    },
    status: 204,
    seen: typesOf,
    after: ['EMAIL_OTP'],
  },
  {
    name: 'making a wallet private',
    call: async ({ accountId }) => ({
      method: 'PATCH',
      path: `/internal-accounts/${accountId}`,
      body: { privateEnabled: true },
    }),
    status: 200,
    seen: async ({ customerId }) =>
      (await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)).body.data[0]
        .privateEnabled,
    after: true,
  },
  {
    name: 'exporting a wallet',
    call: async ({ accountId }) => ({
      method: 'POST',
      path: `/internal-accounts/${accountId}/export`,
      body: { clientPublicKey: walletKey().uncompressed },
    }),
    status: 200,
    seen: sessionsOf,
    after: 1,
  },
  {
    name: 'asking for a delegated key',
    call: delegating,
    status: 202,
    seen: async ({ accountId }) =>
      (await world.rest('GET', `/auth/delegated-keys?accountId=${accountId}`)).body.data.map(
        ({ status }: { status: string }) => status,
      ),
    after: ['PENDING'],
  },
  {
    name: 'changing an e-mail',
    call: async ({ customerId }) => ({
      method: 'PATCH',
      path: `/customers/${customerId}`,
      body: { customerType: 'INDIVIDUAL', email: `changed-${customerId.slice(-12)}@example.com` },
    }),
    status: 200,
    seen: async ({ customerId }) => (await world.rest('GET', `/customers/${customerId}`)).body.email.slice(0, 8),
    after: 'changed-',
    isNoChangeAfterwards: true,
  },
];

describe.each(cases)('$name', ({ call, status, seen, after, isNoChangeAfterwards = false }) => {
  test.each(['signed request taken', 'signed effect had'])(
    'by a process that dies at "%s" is answered to the same retry ten seconds later, and happens once',
    async (place) => {
      const holder = await newHolder(world, { phoneNumber: '+14155550100' });
      world.wall.advance(1_000);
      const send = await signed(holder, await call(holder));
      const isNoChange = isNoChangeAfterwards && place === 'signed effect had';
      dieAt(place);

      const died = await send();
      globalThis.onCrashPoint = undefined;
      const early = await send();
      world.wall.advance(10_000);
      const answer = await send();
      const again = await send();

      expect([died.status, died.body.code]).toEqual([500, 'INTERNAL_ERROR']);
      expect([early.status, early.body?.reason]).toEqual(isNoChange ? [200, undefined] : [401, 'Request-Id already used']);
      expect([answer.status, answer.body?.code]).toEqual([status, undefined]);
      expect(again.status).toBeOneOf([200, 401, 404]);
      expect(await seen(holder)).toEqual(after);
    },
  );
});

test('a code is sent once though the process that adds its credential dies before it is answered', async () => {
  const holder = await newHolder(world, { phoneNumber: '+14155550100' });
  const send = await signed(holder, adding(holder));
  dieAt('code issued');

  const died = await send();
  globalThis.onCrashPoint = undefined;
  world.wall.advance(10_000);
  const answer = await send();

  const key = walletKey();
  const bundle = await sealOtp(answer.body.otpEncryptionTargetBundle, { code: '000000', publicKey: key.compressed });
  const path = `/auth/credentials/${answer.body.id}/verify`;
  const proven = await world.rest('POST', path, { body: { type: 'SMS_OTP', encryptedOtpBundle: bundle } });
  expect([died.status, answer.status, proven.status]).toEqual([500, 201, 202]);
});

test('the second signature of a delegated key is answered after its process died', async () => {
  const holder = await newHolder(world);
  const call = await delegating(holder);
  const second = await (await signed(holder, call))();
  const headers = signedHeaders(second.body, holder.key);
  const send = () => world.rest(call.method, call.path, { body: call.body, headers });
  dieAt('signed effect had');

  const died = await send();
  globalThis.onCrashPoint = undefined;
  world.wall.advance(10_000);
  const answer = await send();

  expect([died.status, answer.status, answer.body.status]).toEqual([500, 201, 'ACTIVE']);
});
