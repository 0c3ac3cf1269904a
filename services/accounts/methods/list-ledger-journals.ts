// The journals of a sandbox platform.
import type { SandboxLedgerService } from '../../../gen/payments/accounts/v1/sandbox_ledger_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { AccountsMethod } from '../context.ts';
import { toShownJournal } from '../convert-sandbox-ledger.ts';

export const listLedgerJournals: AccountsMethod<typeof SandboxLedgerService.method.listLedgerJournals> = async (
  { transactionId, cursor, limit = pageSize },
  { caller: { platformId }, store },
) => {
  const subject = transactionId === undefined ? undefined : uuidIn(transactionId);
  const before = cursor === undefined ? undefined : decodeCursor(cursor).id;

  const rows = await store.sandboxLedger.journals({ platformId, subject, before, limit: limit + 1 });

  const { data, ...page } = pageOf(rows, limit);
  return { data: data.map(toShownJournal), ...page };
};
