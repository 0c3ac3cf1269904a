// ListJournals: the journals of a subject.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toLeg } from '../convert.ts';

export const listJournals: AccountsMethod<typeof LedgerService.method.listJournals> = async ({ subject }, { caller, store }) => {
  const journals = await store.journals.list(caller.platformId, subject);
  return {
    journals: journals.map(({ id, step, agent, postings }) => ({ id, step, legs: postings.map(toLeg), ...(agent && { agent }) })),
  };
};
