// The event of a decided customer: `CUSTOMER.KYC_*` for individuals, `CUSTOMER.KYB_*` for businesses.
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { CustomerWebhookSchema } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { eventMaker, type Origin } from '../../kit/background/events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { publicId } from '../../kit/core/ids.ts';
import { toCustomer } from '../convert.ts';
import type { BeneficialOwner } from '../domain/beneficial-owner.ts';
import type { Customer } from '../domain/customer.ts';

/** The event of a customer with a new status, counted by `entering`. None for statuses without an event. */
export function statusEvents(origin: Origin, customer: Customer, owners: readonly BeneficialOwner[] = []): OutboxEvent[] {
  const type = types[customer.profile.case].get(customer.status);
  if (type === undefined) return [];
  const resource = publicId('Customer', customer.id);
  const { id: customerId, eventCount: sequence } = customer;
  return [customerEvent(origin, { type, resource, sequence, customerId, data: toCustomer(customer, owners) })];
}

const customerEvent = eventMaker(CustomerWebhookSchema);

const types = {
  individual: new Map<KycStatus, WebhookType>([
    [KycStatus.PENDING, WebhookType.CUSTOMER_KYC_PENDING],
    [KycStatus.APPROVED, WebhookType.CUSTOMER_KYC_APPROVED],
    [KycStatus.REJECTED, WebhookType.CUSTOMER_KYC_REJECTED],
  ]),
  business: new Map<KycStatus, WebhookType>([
    [KycStatus.PENDING, WebhookType.CUSTOMER_KYB_PENDING],
    [KycStatus.APPROVED, WebhookType.CUSTOMER_KYB_APPROVED],
    [KycStatus.REJECTED, WebhookType.CUSTOMER_KYB_REJECTED],
  ]),
};
