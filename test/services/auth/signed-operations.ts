// Every signed operation: its request, its answer, and its effect.
import { randomUUID } from 'node:crypto';
import { DelegatedKeyDirectoryService } from '../../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import { sealOtp, walletKey } from '../../kit/wallet-client.ts';
import { type Holder, walletOf } from '../../kit/wallet-holder.ts';
import { type Call, signed, type Wallets } from './signed-call.ts';

export interface SignedOperation {
  readonly name: string;
  readonly call: (world: Wallets, holder: Holder) => Promise<Call>;
  readonly status: number;
  /** The effect. */
  readonly seen: (world: Wallets, holder: Holder) => Promise<unknown>;
  readonly after: unknown;
  /** Status and code of a repeated call; by default that the request was used. */
  readonly again?: Outcome;
  /** The check precedes that of the signature, so a retry after a crash gets this error too. */
  readonly isAgainFirst?: boolean;
  /** Status and code if the request has ended unsigned; by default that it has expired. */
  readonly late?: Outcome;
  /** Status and code if the signing session has ended; by default that the signature is invalid. */
  readonly ended?: Outcome;
  /** It is never answered PROCESSING. */
  readonly isPrompt?: boolean;
  /** A signature needs no Request-Id in addition. */
  readonly isSignedAlone?: boolean;
}

export type Outcome = readonly [status: number, code?: string];

const listed = async (
  world: Wallets,
  of: 'credentials' | 'sessions',
  accountId: string,
): Promise<{ id: string; type: string }[]> => (await world.rest('GET', `/auth/${of}?accountId=${accountId}`)).body.data;
const typesOf = async (world: Wallets, { accountId }: Holder) =>
  (await listed(world, 'credentials', accountId)).map(({ type }) => type);
const sessionsOf = async (world: Wallets, { accountId }: Holder) => (await listed(world, 'sessions', accountId)).length;
const sessionPath = async (world: Wallets, { accountId }: Holder) =>
  `/auth/sessions/${(await listed(world, 'sessions', accountId))[0]?.id}`;

export const adding = ({ accountId }: Holder): Call => ({
  method: 'POST',
  path: '/auth/credentials',
  body: { type: 'SMS_OTP', accountId },
  otherBody: { type: 'EMAIL_OTP', accountId },
});

export async function delegating(world: Wallets, { accountId }: Holder): Promise<Call> {
  const cardId = `Card:${randomUUID()}`;
  const fundingSourceId = `CardFundingSource:${randomUUID()}`;
  await world.internal(DelegatedKeyDirectoryService).bindFundingSource({ fundingSourceId, cardId, accountId });
  const body = { cardId, internalAccountId: accountId, nickname: 'Groceries' };
  return { method: 'POST', path: '/auth/delegated-keys', body, otherBody: { ...body, nickname: 'Fuel' } };
}

const delegatedKeysOf = async (world: Wallets, { accountId }: Holder) =>
  (await world.rest('GET', `/auth/delegated-keys?accountId=${accountId}`)).body.data.map(
    ({ status }: { status: string }) => status,
  );

async function newReceiver(world: Wallets): Promise<string> {
  const { body: customer } = await world.rest('POST', '/customers', {
    body: { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', email: `grace-${randomUUID()}@example.com` },
  });
  const { body } = await world.rest('GET', `/customers/internal-accounts?customerId=${customer.id}&currency=USDB`);
  return body.data[0].id;
}

/** A quote for a fifth of the wallet's balance. */
async function quoted(world: Wallets, { accountId }: Holder): Promise<string> {
  const receiver = await newReceiver(world);
  await world.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 5_000_000 } });
  const { body } = await world.rest('POST', '/quotes', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: receiver },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000_000,
    },
  });
  return body.id;
}

const gone: Outcome = [404, 'REFERENCE_NOT_FOUND'];
const conflict: Outcome = [409, 'CONFLICT'];

export const signedOperations: readonly SignedOperation[] = [
  {
    name: 'adding a credential',
    call: async (_, holder) => adding(holder),
    status: 201,
    seen: typesOf,
    after: ['EMAIL_OTP', 'SMS_OTP'],
  },
  {
    name: 'verifying a code',
    call: async (world, { credentialId }) => {
      const key = walletKey();
      const path = `/auth/credentials/${credentialId}`;
      const { body: issued } = await world.rest('POST', `${path}/challenge`, { body: {} });
      const bundle = await sealOtp(issued.otpEncryptionTargetBundle, { code: '000000', publicKey: key.compressed });
      const body = { type: 'EMAIL_OTP', encryptedOtpBundle: bundle };
      return { method: 'POST', path: `${path}/verify`, body, otherBody: { ...body, encryptedOtpBundle: `${bundle} ` }, key };
    },
    status: 200,
    seen: sessionsOf,
    after: 2,
    ended: [200],
  },
  {
    name: 'refreshing a session',
    call: async (world, holder) => ({
      method: 'POST',
      path: `${await sessionPath(world, holder)}/refresh`,
      body: { clientPublicKey: walletKey().compressed },
      otherBody: { clientPublicKey: walletKey().compressed },
    }),
    status: 201,
    seen: sessionsOf,
    after: 2,
    ended: [401, 'UNAUTHORIZED'],
  },
  {
    name: 'logging out',
    call: async (world, holder) => ({ method: 'DELETE', path: await sessionPath(world, holder) }),
    status: 204,
    seen: sessionsOf,
    after: 0,
    again: gone,
    ended: gone,
  },
  {
    name: 'revoking a credential',
    call: async (world, holder) => {
      const { body: sms } = await (await signed(world, holder, adding(holder)))();
      return { method: 'DELETE', path: `/auth/credentials/${sms.id}` };
    },
    status: 204,
    seen: typesOf,
    after: ['EMAIL_OTP'],
    again: gone,
  },
  {
    name: 'making a wallet private',
    call: async (world, { accountId }) => ({
      method: 'PATCH',
      path: `/internal-accounts/${accountId}`,
      body: { privateEnabled: true },
      otherBody: { privateEnabled: false },
    }),
    status: 200,
    seen: async (world, { customerId }) => (await walletOf(world, customerId)).privateEnabled,
    after: true,
    isPrompt: true,
  },
  {
    name: 'exporting a wallet',
    call: async (world, { accountId }) => ({
      method: 'POST',
      path: `/internal-accounts/${accountId}/export`,
      body: { clientPublicKey: walletKey().uncompressed },
      otherBody: { clientPublicKey: walletKey().uncompressed },
    }),
    status: 200,
    seen: sessionsOf,
    after: 1,
  },
  {
    name: 'asking for a delegated key',
    call: delegating,
    status: 202,
    seen: delegatedKeysOf,
    after: ['PENDING'],
    isPrompt: true,
  },
  {
    name: 'allowing a delegated key to pay',
    call: async (world, holder) => {
      const call = await delegating(world, holder);
      const { body: challenge } = await (await signed(world, holder, call))();
      return { ...call, challenge };
    },
    status: 201,
    seen: delegatedKeysOf,
    after: ['ACTIVE'],
    isPrompt: true,
  },
  {
    name: 'changing an e-mail',
    call: async (world, { customerId }) => ({
      method: 'PATCH',
      path: `/customers/${customerId}`,
      body: { customerType: 'INDIVIDUAL', email: `changed-${customerId.slice(-12)}@example.com` },
      otherBody: { customerType: 'INDIVIDUAL', email: `other-${customerId.slice(-12)}@example.com` },
    }),
    status: 200,
    seen: async (world, { customerId }) => (await world.rest('GET', `/customers/${customerId}`)).body.email.slice(0, 8),
    after: 'changed-',
    again: [200],
    isAgainFirst: true,
    isPrompt: true,
  },
  {
    name: 'executing a quote',
    call: async (world, holder) => ({ method: 'POST', path: `/quotes/${await quoted(world, holder)}/execute` }),
    status: 200,
    seen: async (world, { customerId }) => (await walletOf(world, customerId)).balance.amount,
    after: 4_000_000,
    again: conflict,
    isAgainFirst: true,
    late: conflict,
    isPrompt: true,
    isSignedAlone: true,
  },
];
