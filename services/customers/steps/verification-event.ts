// The event of a verification's new status: `VERIFICATION.*`.
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { VerificationStatus, VerificationWebhookSchema } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { eventMaker, type Origin } from '../../kit/background/events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { publicId } from '../../kit/core/ids.ts';
import { toVerification } from '../convert.ts';
import type { Verification } from '../domain/verification.ts';

/** Delivered in order with the events of its customer. `sequence` is the customer's. */
export function verificationEvent(origin: Origin, verification: Verification, sequence: bigint): OutboxEvent {
  const type = types.get(verification.status);
  if (type === undefined) throw new Error(`The verification status ${verification.status} has no event.`);
  const resource = publicId('Customer', verification.customerId);
  const { customerId } = verification;
  return make(origin, { type, resource, sequence, customerId, data: toVerification(verification) });
}

const make = eventMaker(VerificationWebhookSchema);

const types = new Map<VerificationStatus, WebhookType>([
  [VerificationStatus.RESOLVE_ERRORS, WebhookType.VERIFICATION_RESOLVE_ERRORS],
  [VerificationStatus.PENDING_MANUAL_REVIEW, WebhookType.VERIFICATION_PENDING_MANUAL_REVIEW],
  [VerificationStatus.IN_PROGRESS, WebhookType.VERIFICATION_IN_PROGRESS],
  [VerificationStatus.APPROVED, WebhookType.VERIFICATION_APPROVED],
  [VerificationStatus.REJECTED, WebhookType.VERIFICATION_REJECTED],
]);
