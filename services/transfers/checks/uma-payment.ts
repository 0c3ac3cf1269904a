// Checks over several fields of a sandbox payment from a UMA address.
import type { ReceiveUmaPaymentRequest } from '../../../gen/payments/transfers/v1/uma_sandbox_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';

/** Exactly one of the two receiver fields is required. */
export function checkReceiveUma({ receiverUmaAddress, customerId }: ReceiveUmaPaymentRequest): FieldError[] {
  if ((receiverUmaAddress === undefined) !== (customerId === undefined)) return [];
  return [{ field: 'receiverUmaAddress', message: 'or customerId is required, but not both' }];
}
