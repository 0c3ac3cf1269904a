// The customer that a card is requested for.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { Customer } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { fail, refusalFrom } from '../../kit/messages/fail.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { CardsContext } from '../context.ts';

/** Throws INVALID_INPUT unless the customer exists, and CARDHOLDER_KYC_NOT_APPROVED unless it is verified. */
export async function refuseCardholder(customerId: string, { clients }: CardsContext): Promise<void> {
  const customer = await clients.customers.getCustomer({ customerId }).catch(unlessUnknown);
  if (!customer || customer.isDeleted) throw invalidInput([{ field: 'cardholderId', message: 'is not the id of a customer' }]);
  const status = statusOf(customer);
  if (status !== KycStatus.APPROVED)
    throw fail(ErrorCode.CARDHOLDER_KYC_NOT_APPROVED, `The cardholder ${customerId} is not verified.`);
}

function unlessUnknown(error: unknown): undefined {
  if (refusalFrom(error)?.code !== ErrorCode.USER_NOT_FOUND) throw error;
}

function statusOf({ kind }: Customer): KycStatus | undefined {
  return kind.case === 'business' ? kind.value.kybStatus : kind.value?.kycStatus;
}
