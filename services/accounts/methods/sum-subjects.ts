// SumSubjects: the total movements of subjects, over all their journals.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toLeg } from '../convert.ts';

export const sumSubjects: AccountsMethod<typeof LedgerService.method.sumSubjects> = async ({ subjects }, { store }) => {
  const sums = await store.journals.sums(subjects);
  return { subjects: sums.map(({ moved, ...subject }) => ({ ...subject, sums: moved.map(toLeg) })) };
};
