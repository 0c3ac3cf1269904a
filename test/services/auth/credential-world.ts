// A world of wallets and their owners, with both clients; tests set the answers of accounts and customers.
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import {
  AccountDirectoryService,
  type GetAccountsRequest,
  GetAccountsResponseSchema,
} from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { InternalAccountType } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { CustomerSchema, CustomerService, type GetCustomerRequest } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { startWorld, type Tenant, type World, type WorldOptions } from '../../kit/platform.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { type SharedWorld, sharedWorld } from '../../kit/shared-world.ts';
import { sealOtp, signedHeaders, type WalletKey, walletKey } from '../../kit/wallet-client.ts';
import { upToAuth } from '../../kit/world-forms.ts';

export interface Contacts {
  email?: string;
  phoneNumber?: string;
}

export interface Wallet {
  /** Public ids. */
  readonly accountId: string;
  readonly customerId: string;
  /** The owner's contacts, as the customers service returns them; tests can change them. */
  readonly owner: Contacts;
}

interface Wallets {
  /** A new wallet account without credentials. */
  wallet(owner?: Contacts): Wallet;
  /** An account that is no wallet. */
  plainAccount(): string;
}

export type CredentialWorld = World & Wallets;

export async function startCredentialWorld(options: WorldOptions = {}): Promise<CredentialWorld> {
  return withWallets(await startWorld({ ...options, ...upToAuth }));
}

export type SharedCredentialWorld = SharedWorld & Wallets;

export async function sharedCredentialWorld(): Promise<SharedCredentialWorld> {
  return withWallets(await sharedWorld(upToAuth));
}

function withWallets<W extends SharedWorld>(world: W): W & Wallets {
  const wallets: Wallet[] = [];
  const plain: string[] = [];

  world.absent.answer(AccountDirectoryService.method.getAccounts, (request) => {
    const { ids } = request as GetAccountsRequest;
    const known = wallets.filter(({ accountId }) => ids.includes(accountId));
    const others = plain.filter((id) => ids.includes(id));
    const internal = [
      ...known.map(({ accountId: id, customerId }) => ({ id, customerId, type: InternalAccountType.EMBEDDED_WALLET })),
      ...others.map((id) => ({ id, type: InternalAccountType.INTERNAL_FIAT })),
    ];
    return create(GetAccountsResponseSchema, {
      accounts: internal.map((value) => ({ kind: { case: 'internal', value } as const })),
    });
  });
  world.absent.answer(CustomerService.method.getCustomer, (request) => {
    const { customerId } = request as GetCustomerRequest;
    return create(CustomerSchema, wallets.find((wallet) => wallet.customerId === customerId)?.owner ?? {});
  });

  return {
    ...world,
    wallet: (owner = { email: 'zoe@example.test', phoneNumber: '+14155550100' }) => {
      const wallet = { accountId: `InternalAccount:${randomUUID()}`, customerId: `Customer:${randomUUID()}`, owner };
      wallets.push(wallet);
      return wallet;
    },
    plainAccount: () => {
      plain.push(`InternalAccount:${randomUUID()}`);
      return plain.at(-1) ?? '';
    },
  };
}

type Otp = 'EMAIL_OTP' | 'SMS_OTP';

/** What a wallet's client requests, over REST. */
export function walletClient({ rest }: Pick<Tenant, 'rest'>) {
  const add = (accountId: string, type: string, headers = {}) =>
    rest('POST', '/auth/credentials', { body: { type, accountId }, headers });
  const challenge = (id: string) => rest('POST', `/auth/credentials/${id}/challenge`, { body: {} });
  const verify = (id: string, body: unknown, headers = {}) => rest('POST', `/auth/credentials/${id}/verify`, { body, headers });
  const revoke = (id: string, headers = {}) => rest('DELETE', `/auth/credentials/${id}`, { headers });
  const list = async (accountId: string) => (await rest('GET', `/auth/credentials?accountId=${accountId}`)).body.data;

  /** The body of a right answer to a bundle. */
  const answerTo = async (bundle: string, { type = 'EMAIL_OTP', code = '000000', key = walletKey().compressed } = {}) => ({
    type,
    encryptedOtpBundle: await sealOtp(bundle, { code, publicKey: key }),
  });

  /** Verifies a code that was sent: a session, and its key. */
  const login = async (id: string, type: Otp = 'EMAIL_OTP'): Promise<{ session: RestAnswer['body']; key: WalletKey }> => {
    const key = walletKey();
    const { body: challenged } = await challenge(id);
    const body = await answerTo(challenged.otpEncryptionTargetBundle, { type, key: key.compressed });
    const first = await verify(id, body);
    const { body: session } = await verify(id, body, signedHeaders(first.body, key));
    return { session, key };
  };

  /** A first credential with an active session. */
  const enter = async (accountId: string) => {
    const { body: credential } = await add(accountId, 'EMAIL_OTP');
    return { credential, ...(await login(credential.id)) };
  };

  return { add, challenge, verify, revoke, list, answerTo, login, enter };
}
