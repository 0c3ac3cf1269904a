// Audit: whether the books of the caller's platform are right.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { AccountsMethod } from '../context.ts';

export const audit: AccountsMethod<typeof LedgerService.method.audit> = async (_request, { caller, store }) => ({
  findings: await store.audit.findings(caller.platformId),
});
