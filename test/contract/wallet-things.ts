// A wallet with every resource that requests can name.
import { eventually } from '../kit/payments.ts';
import type { Tenant } from '../kit/platform.ts';
import type { Rest } from '../kit/rest.ts';
import { signedHeaders } from '../kit/wallet-client.ts';
import { type Holder, newHolder, signTwice } from '../kit/wallet-holder.ts';
import { customer } from './valid-bodies.ts';

/** The wallet of a customer with both contacts and a session, and a card that it funds. */
export async function makeWallet(tenant: Pick<Tenant, 'rest' | 'internal'>) {
  const { email: _, ...person } = customer();
  const holder = await newHolder(tenant, person);
  const sessions = await tenant.rest('GET', `/auth/sessions?accountId=${holder.accountId}`);
  const { accountId: walletId, credentialId } = holder;
  return { walletId, credentialId, sessionId: sessions.body.data[0].id, ...(await makeDelegatedKey(tenant.rest, holder)) };
}

async function makeDelegatedKey(rest: Rest, { customerId, accountId, key }: Holder) {
  const newCard = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] };
  const { id: cardId } = (await rest('POST', '/cards', { body: newCard })).body;
  await eventually(
    async () => (await rest('GET', `/cards/${cardId}`)).body.state,
    (state) => state === 'ACTIVE',
  );
  const { id: otherCardId } = (await rest('POST', '/cards', { body: newCard })).body;
  const body = { cardId: otherCardId, internalAccountId: accountId, nickname: 'Groceries' };
  const call = { method: 'POST', path: '/auth/delegated-keys', body, key } as const;
  const { first, second } = await signTwice({ rest }, call);
  if (!second) throw new Error(JSON.stringify(first.body));
  const third = await rest('POST', call.path, { body, headers: signedHeaders(second?.body, key) });
  return { cardId, fundingSourceId: third.body.fundingSourceId, delegatedKeyId: third.body.id };
}
