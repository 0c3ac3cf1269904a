// BindFundingSource: records that a wallet funds a card.
import type { DelegatedKeyDirectoryService } from '../../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import type { AuthMethod } from '../context.ts';
import { uuidIn } from '../steps/credential-in.ts';

type BindFundingSource = AuthMethod<typeof DelegatedKeyDirectoryService.method.bindFundingSource>;

export const bindFundingSource: BindFundingSource = async ({ fundingSourceId, cardId, accountId }, { caller, store }) => {
  await store.fundingSources.insert({
    id: uuidIn('CardFundingSource', fundingSourceId),
    platformId: caller.platformId,
    cardId: uuidIn('Card', cardId),
    accountId: uuidIn('InternalAccount', accountId),
  });
  return {};
};
