// `INTERNAL_ACCOUNT.*` events of status changes.
import { InternalAccountWebhookSchema } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { eventMaker, type Origin } from '../../kit/background/events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { publicId } from '../../kit/core/ids.ts';
import { toInternalAccount } from '../convert.ts';
import type { InternalAccountState } from '../store/internal-account-row.ts';

/** The event for the current version of an account. */
export function accountEvent(origin: Origin, type: WebhookType, account: InternalAccountState): OutboxEvent {
  const resource = publicId('InternalAccount', account.id);
  const { version: sequence, customerId } = account;
  return render(origin, { type, resource, sequence, customerId: customerId ?? undefined, data: toInternalAccount(account) });
}

const render = eventMaker(InternalAccountWebhookSchema);
