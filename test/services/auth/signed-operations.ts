// Every operation that is signed for: how it is asked for, what it is answered with, and what there is of it afterwards.
import { randomUUID } from 'node:crypto';
import { DelegatedKeyDirectoryService } from '../../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import type { World } from '../../kit/platform.ts';
import type { RestAnswer, Verb } from '../../kit/rest.ts';
import { sealOtp, signedHeaders, type WalletKey, walletKey } from '../../kit/wallet-client.ts';
import type { Holder } from '../../kit/wallet-holder.ts';

type Wallets = Pick<World, 'rest' | 'internal'>;

export interface Call {
  readonly method: Verb;
  readonly path: string;
  readonly body?: object;
  /** That signs the second leg; the holder's session where it is absent. */
  readonly key?: WalletKey;
}

export interface SignedOperation {
  readonly name: string;
  readonly call: (world: Wallets, holder: Holder) => Promise<Call>;
  readonly status: number;
  /** What there is of it afterwards. */
  readonly seen: (world: Wallets, holder: Holder) => Promise<unknown>;
  readonly after: unknown;
  /** Once the effect was had, the same body changes nothing, and needs no signature. */
  readonly isNoChangeAfterwards?: boolean;
}

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

/** Asks for it once; gives what sends it again with a signature. */
export async function signed(
  world: Wallets,
  holder: Holder,
  { method, path, body, key = holder.key }: Call,
): Promise<() => Promise<RestAnswer>> {
  const first = await world.rest(method, path, { body });
  const headers = signedHeaders(first.body, key);
  return () => world.rest(method, path, { body, headers });
}

export const adding = ({ accountId }: Holder): Call => ({
  method: 'POST',
  path: '/auth/credentials',
  body: { type: 'SMS_OTP', accountId },
});

export async function delegating(world: Wallets, { accountId }: Holder): Promise<Call> {
  const cardId = `Card:${randomUUID()}`;
  const fundingSourceId = `CardFundingSource:${randomUUID()}`;
  await world.internal(DelegatedKeyDirectoryService).bindFundingSource({ fundingSourceId, cardId, accountId });
  const body = { cardId, internalAccountId: accountId, nickname: 'Groceries' };
  return { method: 'POST', path: '/auth/delegated-keys', body };
}

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
      return { method: 'POST', path: `${path}/verify`, body: { type: 'EMAIL_OTP', encryptedOtpBundle: bundle }, key };
    },
    status: 200,
    seen: sessionsOf,
    after: 2,
  },
  {
    name: 'refreshing a session',
    call: async (world, holder) => ({
      method: 'POST',
      path: `${await sessionPath(world, holder)}/refresh`,
      body: { clientPublicKey: walletKey().compressed },
    }),
    status: 201,
    seen: sessionsOf,
    after: 2,
  },
  {
    name: 'logging out',
    call: async (world, holder) => ({ method: 'DELETE', path: await sessionPath(world, holder) }),
    status: 204,
    seen: sessionsOf,
    after: 0,
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
  },
  {
    name: 'making a wallet private',
    call: async (world, { accountId }) => ({
      method: 'PATCH',
      path: `/internal-accounts/${accountId}`,
      body: { privateEnabled: true },
    }),
    status: 200,
    seen: async (world, { customerId }) =>
      (await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)).body.data[0]
        .privateEnabled,
    after: true,
  },
  {
    name: 'exporting a wallet',
    call: async (world, { accountId }) => ({
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
    seen: async (world, { accountId }) =>
      (await world.rest('GET', `/auth/delegated-keys?accountId=${accountId}`)).body.data.map(
        ({ status }: { status: string }) => status,
      ),
    after: ['PENDING'],
  },
  {
    name: 'changing an e-mail',
    call: async (world, { customerId }) => ({
      method: 'PATCH',
      path: `/customers/${customerId}`,
      body: { customerType: 'INDIVIDUAL', email: `changed-${customerId.slice(-12)}@example.com` },
    }),
    status: 200,
    seen: async (world, { customerId }) => (await world.rest('GET', `/customers/${customerId}`)).body.email.slice(0, 8),
    after: 'changed-',
    isNoChangeAfterwards: true,
  },
];
