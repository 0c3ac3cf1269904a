// Screens a new bank account in production. There is no list of names to look for yet, so that every account is cleared.
import type { JobHandler } from '../../kit/service.ts';
import type { AccountsContext } from '../context.ts';
import { changeExternalAccount } from '../steps/change-external-account.ts';

/** Repeatable: an account that was cleared, deleted or taken under review stays as it is. */
export const screenExternalAccount: JobHandler<AccountsContext> = async ({ key }, context) => {
  await changeExternalAccount({ id: key, event: 'cleared' }, context);
};
