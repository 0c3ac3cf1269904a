// Opens accounts in currencies that a platform has added.
import type { JobHandler } from '../../kit/service/service.ts';
import type { PlatformContext } from '../context.ts';
import { openAccounts } from '../steps/open-accounts.ts';

export const handleOpenAccounts: JobHandler<PlatformContext> = async ({ payload }, context) => {
  const { currencies } = payload as { currencies: string[] };
  await openAccounts(currencies, context);
};
