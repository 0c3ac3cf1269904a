// A world in which every internal account is a wallet without credentials, so that its first one is created immediately.
import { randomBytes, randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import {
  AccountDirectoryService,
  type GetAccountsRequest,
  GetAccountsResponseSchema,
} from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { InternalAccountType } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { softPasskey } from '../../kit/passkey.ts';
import { startWorld, type Tenant, type World, type WorldOptions } from '../../kit/platform.ts';
import { type SharedWorld, sharedWorld } from '../../kit/shared-world.ts';
import { type WalletKey, walletKey } from '../../kit/wallet-client.ts';
import { upToAuth } from '../../kit/world-forms.ts';

const customerId = `Customer:${randomUUID()}`;

export async function startProofWorld(options: WorldOptions = {}): Promise<World> {
  return withProofs(await startWorld({ ...upToAuth, ...options }));
}

export async function sharedProofWorld(): Promise<SharedWorld> {
  return withProofs(await sharedWorld(upToAuth));
}

function withProofs<W extends SharedWorld>(world: W): W {
  world.absent.answer(AccountDirectoryService.method.getAccounts, (request) => {
    const wallet = (id: string) => ({ id, customerId, type: InternalAccountType.EMBEDDED_WALLET });
    const accounts = (request as GetAccountsRequest).ids.map((id) => ({
      kind: { case: 'internal' as const, value: wallet(id) },
    }));
    return create(GetAccountsResponseSchema, { accounts });
  });
  return world;
}

export const newAccount = () => `InternalAccount:${randomUUID()}`;
export const newChallenge = () => randomBytes(32).toString('base64url');

/** The body that registers a passkey. */
export function registrationOf(passkey: ReturnType<typeof softPasskey>, accountId: string, nickname = 'Phone') {
  const challenge = newChallenge();
  return { type: 'PASSKEY', accountId, nickname, challenge, attestation: passkey.register(challenge) };
}

/** An account whose first credential is a new passkey. */
export async function newPasskeyHolder(tenant: Tenant, passkey = softPasskey()) {
  const accountId = newAccount();
  const { status, body } = await tenant.rest('POST', '/auth/credentials', { body: registrationOf(passkey, accountId) });
  if (status !== 201) throw new Error(`The passkey was not registered: ${JSON.stringify(body)}`);
  const path = `/auth/credentials/${body.id}`;

  const challenge = async (key: WalletKey = walletKey()) =>
    (await tenant.rest('POST', `${path}/challenge`, { body: { clientPublicKey: key.uncompressed } })).body;
  const verify = (assertion: object, requestId?: string) =>
    tenant.rest('POST', `${path}/verify`, {
      body: { type: 'PASSKEY', assertion },
      headers: requestId === undefined ? {} : { 'request-id': requestId },
    });
  return { accountId, credential: body, passkey, challenge, verify };
}
