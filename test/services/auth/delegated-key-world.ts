// A world in which wallets fund cards, and delegated keys for them are requested.
import { randomUUID } from 'node:crypto';
import { DelegatedKeyDirectoryService } from '../../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import type { RestAnswer } from '../../kit/rest.ts';
import { signedHeaders, type WalletKey } from '../../kit/wallet-client.ts';
import { type SharedCredentialWorld, sharedCredentialWorld, walletClient } from './credential-world.ts';

export interface Funded {
  readonly accountId: string;
  readonly customerId: string;
  readonly fundingSourceId: string;
  /** Of the wallet's session. */
  readonly key: WalletKey;
  readonly body: { readonly cardId: string; readonly internalAccountId: string; readonly nickname: string };
}

export interface CardWorld extends SharedCredentialWorld {
  keys(): ReturnType<typeof keysOf>;
  /** A card funded by a wallet, with a session of the wallet. */
  funded(): Promise<Funded>;
  ask(body: object, headers?: Record<string, string>): Promise<RestAnswer>;
  sign(of: Funded, challenge: RestAnswer, by?: WalletKey): Promise<RestAnswer>;
  /** All three legs. */
  made(of: Funded): Promise<RestAnswer>;
}

export const path = '/auth/delegated-keys';
export const newId = (kind: string) => `${kind}:${randomUUID()}`;

const keysOf = (world: SharedCredentialWorld) => world.internal(DelegatedKeyDirectoryService);

export async function sharedCardWorld(): Promise<CardWorld> {
  const world = await sharedCredentialWorld();
  const ask: CardWorld['ask'] = (body, headers = {}) => world.rest('POST', path, { body, headers });
  const sign: CardWorld['sign'] = ({ body, key }, challenge, by = key) => ask(body, signedHeaders(challenge.body, by));
  return {
    ...world,
    keys: () => keysOf(world),
    funded: () => fundedIn(world),
    ask,
    sign,
    made: async (of) => sign(of, await sign(of, await ask(of.body))),
  };
}

async function fundedIn(world: SharedCredentialWorld): Promise<Funded> {
  const { accountId, customerId } = world.wallet();
  const { key } = await walletClient(world).enter(accountId);
  const [cardId, fundingSourceId] = [newId('Card'), newId('CardFundingSource')];
  await keysOf(world).bindFundingSource({ fundingSourceId, cardId, accountId });
  const body = { cardId, internalAccountId: accountId, nickname: 'Groceries' };
  return { accountId, customerId, fundingSourceId, key, body };
}
