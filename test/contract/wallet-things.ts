// A wallet with every resource that requests can name.
import { randomUUID } from 'node:crypto';
import { DelegatedKeyDirectoryService } from '../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import type { Tenant } from '../kit/platform.ts';
import { signedHeaders } from '../kit/wallet-client.ts';
import { type Holder, newHolder, signTwice } from '../kit/wallet-holder.ts';
import { customer } from './valid-bodies.ts';

/** The wallet of a customer with both contacts and a session, and a card that it funds. */
export async function makeWallet(tenant: Pick<Tenant, 'rest' | 'internal'>) {
  const { email: _, ...person } = customer();
  const holder = await newHolder(tenant, person);
  const sessions = await tenant.rest('GET', `/auth/sessions?accountId=${holder.accountId}`);
  const { accountId: walletId, credentialId } = holder;
  return { walletId, credentialId, sessionId: sessions.body.data[0].id, ...(await makeDelegatedKey(tenant, holder)) };
}

async function makeDelegatedKey({ rest, internal }: Pick<Tenant, 'rest' | 'internal'>, { accountId, key }: Holder) {
  const bind = async (cardId: string) => {
    const fundingSourceId = `CardFundingSource:${randomUUID()}`;
    await internal(DelegatedKeyDirectoryService).bindFundingSource({ fundingSourceId, cardId, accountId });
    return fundingSourceId;
  };
  const [cardId, otherCardId] = [`Card:${randomUUID()}`, `Card:${randomUUID()}`];
  await bind(cardId);
  const fundingSourceId = await bind(otherCardId);
  const body = { cardId: otherCardId, internalAccountId: accountId, nickname: 'Groceries' };
  const call = { method: 'POST', path: '/auth/delegated-keys', body, key } as const;
  const { second } = await signTwice({ rest }, call);
  const third = await rest('POST', call.path, { body, headers: signedHeaders(second?.body, key) });
  return { cardId, fundingSourceId, delegatedKeyId: third.body.id as string };
}
