// Audit: returns violations in the books of the caller's platform.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { auditBooks } from '../jobs/audit-books.ts';

export const audit: AccountsMethod<typeof LedgerService.method.audit> = async (_request, context) => {
  await auditBooks(context);
  return { findings: await context.store.audit.findings(context.caller.platformId) };
};
