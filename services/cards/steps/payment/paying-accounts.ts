// The accounts of a card that can pay, in their order.
import { publicId } from '../../../kit/core/ids.ts';
import type { CardsContext } from '../../context.ts';
import { toFundingAccount } from '../../convert.ts';
import type { Card, Source } from '../../domain/card.ts';
import type { PayingAccount } from '../../domain/payment/happening.ts';
import type { MessageKind } from '../../domain/payment/message.ts';

/** A wallet requires an ACTIVE delegated key. The ledger checks the status of accounts, unless the message moves no money. */
export async function payingAccounts(context: CardsContext, card: Card, kind: MessageKind): Promise<PayingAccount[]> {
  const keyed = await withKeys(context, card.sources);
  const paying = kind === 'BALANCE_INQUIRY' ? await activeAmong(context, keyed) : keyed;
  return paying.map(({ accountId, currency }) => ({ accountId, currency }));
}

async function withKeys({ clients }: CardsContext, sources: readonly Source[]): Promise<readonly Source[]> {
  const wallets = sources.filter(({ isWallet }) => isWallet);
  if (wallets.length === 0) return sources;
  const fundingSourceIds = wallets.map(({ id }) => publicId('CardFundingSource', id));
  const { fundingSourceIds: paying } = await clients.delegatedKeys.findPayingSources({ fundingSourceIds });
  return sources.filter(({ id, isWallet }) => !isWallet || paying.includes(publicId('CardFundingSource', id)));
}

async function activeAmong({ clients }: CardsContext, sources: readonly Source[]): Promise<Source[]> {
  const ids = sources.map(({ accountId }) => publicId('InternalAccount', accountId));
  const { accounts } = await clients.accounts.getAccounts({ ids });
  const found = accounts.flatMap(({ kind }) => (kind.case === 'internal' ? [toFundingAccount(kind.value)] : []));
  const active = new Set(found.filter(({ isActive }) => isActive).map(({ id }) => id));
  return sources.filter(({ accountId }) => active.has(accountId));
}
