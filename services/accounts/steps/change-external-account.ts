// Moves an external account along its table, and tells the platform.
import { ExternalAccountStatusWebhookSchema } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { eventMaker } from '../../kit/events.ts';
import { publicId } from '../../kit/ids.ts';
import type { AccountsContext } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import type { ExternalAccount } from '../domain/external/external-account.ts';
import { type ExternalAccountEvent, externalAccountMoves } from '../domain/external/status.ts';

export interface ExternalAccountChange {
  /** uuid. */
  readonly id: string;
  readonly event: ExternalAccountEvent;
}

/** The account after the change, or undefined when there is none, or its status does not allow the move. */
export function changeExternalAccount(
  { id, event }: ExternalAccountChange,
  context: AccountsContext,
): Promise<ExternalAccount | undefined> {
  return context.store.write(async (rows) => {
    const account = await rows.externalAccounts.lock(context.caller.platformId, id);
    const status = account && externalAccountMoves[account.status]?.[event];
    if (!account || !status) return undefined;

    const after = { ...account, status, version: account.version + 1n };
    await rows.externalAccounts.changeStatus(after);
    await rows.outbox.add(toldOf(after, context));
    return after;
  });
}

function toldOf(account: ExternalAccount, context: AccountsContext) {
  return render(context, {
    type: WebhookType.EXTERNAL_ACCOUNT_STATUS_UPDATED,
    resource: publicId('ExternalAccount', account.id),
    sequence: account.version,
    data: toExternalAccount(account),
  });
}

const render = eventMaker(ExternalAccountStatusWebhookSchema);
