// UnbindFundingSource: a wallet no longer funds a card, and their key is revoked.
import type { DelegatedKeyDirectoryService } from '../../../gen/payments/auth/v1/delegated_key_directory_pb.ts';
import type { AuthMethod } from '../context.ts';
import { uuidIn } from '../steps/credential-in.ts';

type UnbindFundingSource = AuthMethod<typeof DelegatedKeyDirectoryService.method.unbindFundingSource>;

export const unbindFundingSource: UnbindFundingSource = async ({ fundingSourceId }, { caller, clock, store }) => {
  const { platformId } = caller;
  const id = uuidIn('CardFundingSource', fundingSourceId);
  await store.write(async (rows) => {
    await rows.fundingSources.lock(platformId, id);
    await rows.delegatedKeys.revokeOfSource(platformId, id, clock.now());
    await rows.fundingSources.remove(platformId, id);
  });
  return {};
};
