// The fault of an event, if its platform has set one.
import type { TakeFaultResponse } from '../../../gen/payments/platform/v1/fault_directory_pb.ts';
import { FaultType } from '../../../gen/payments/platform/v1/fault_type_pb.ts';
import type { WebhookContext } from '../context.ts';
import type { Destination } from '../domain/destination.ts';
import type { WebhookFault } from '../domain/fault.ts';
import type { Claimed } from '../store/delivery-rows.ts';

/** Undefined for events that are sent only once, and for retries. */
export async function faultOf(
  { clients }: Pick<WebhookContext, 'clients'>,
  { platformId, type, attempts, isRetried }: Claimed,
  destination: Destination | undefined,
): Promise<WebhookFault | undefined> {
  if (!destination?.hasFaults || attempts > 0 || !isRetried) return undefined;
  return toFault(await clients.faults.takeFault({ platformId, target: { case: 'eventType', value: type } }));
}

function toFault({ type, delayMs }: TakeFaultResponse): WebhookFault | undefined {
  if (type === FaultType.WEBHOOK_DUPLICATED) return { kind: 'DUPLICATED' };
  if (type === FaultType.WEBHOOK_DROPPED) return { kind: 'DROPPED' };
  if (type === FaultType.WEBHOOK_LATE || type === FaultType.WEBHOOK_OUT_OF_ORDER) return { kind: 'HELD', delayMs };
  return undefined;
}
