// A transition of a locked external account: writes the row, its history, and the event.
import { ExternalAccountStatusWebhookSchema } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { eventMaker } from '../../kit/background/events.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AccountsContext } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import type { ExternalAccount } from '../domain/external/external-account.ts';
import { type ExternalAccountEvent, externalAccountMoves } from '../domain/external/status.ts';
import type { AccountsRows } from '../store/store.ts';

export interface ExternalAccountMove {
  /** Locked in this transaction. */
  readonly account: ExternalAccount;
  readonly event: ExternalAccountEvent;
}

/** The account after the transition. Undefined if its status does not allow it. */
export async function moveExternalAccount(
  rows: AccountsRows,
  { account, event }: ExternalAccountMove,
  context: AccountsContext,
): Promise<ExternalAccount | undefined> {
  const status = externalAccountMoves[account.status]?.[event];
  if (!status) return undefined;

  const after = { ...account, status, version: account.version + 1n };
  await rows.externalAccounts.changeStatus(after);
  await rows.history.add([after], { kind: kinds[event] ?? 'STATUS_CHANGED', ...historyEntryNow(context) });
  await rows.outbox.add(statusEvent(after, context));
  return after;
}

/** Time and cause of an event, for the history of an account. */
export function historyEntryNow({ clock, requestId }: AccountsContext) {
  return { happenedAt: clock.now(), requestId };
}

const kinds: Readonly<Partial<Record<ExternalAccountEvent, 'PROVEN' | 'PROOF_FAILED'>>> = {
  proven: 'PROVEN',
  proofFailed: 'PROOF_FAILED',
};

function statusEvent(account: ExternalAccount, context: AccountsContext) {
  return render(context, {
    type: WebhookType.EXTERNAL_ACCOUNT_STATUS_UPDATED,
    resource: publicId('ExternalAccount', account.id),
    sequence: account.version,
    customerId: account.customerId,
    data: toExternalAccount(account),
  });
}

const render = eventMaker(ExternalAccountStatusWebhookSchema);
