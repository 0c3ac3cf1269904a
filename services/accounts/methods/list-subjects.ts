// ListSubjects: subjects with journals, of all platforms.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { AccountsMethod } from '../context.ts';
import type { Subject } from '../store/journals.ts';

const lowest = '00000000-0000-0000-0000-000000000000';
const beforeAll: Subject = { platformId: lowest, subject: lowest };

export const listSubjects: AccountsMethod<typeof LedgerService.method.listSubjects> = async ({ after, limit }, { store }) => ({
  subjects: await store.journals.subjects(after ?? beforeAll, limit),
});
