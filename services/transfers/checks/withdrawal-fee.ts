// Checks over several fields of a withdrawal fee request.
import type { EstimateWithdrawalFeeRequest } from '../../../gen/payments/transfers/v1/withdrawal_fee_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';
import { networkRuleOf, networks } from '../domain/quote/withdrawal-fees.ts';

/** The network must support withdrawals, and the address must be valid on it. The rules of the proto refuse empty fields. */
export function checkEstimate({ cryptoNetwork, destinationAddress }: EstimateWithdrawalFeeRequest): FieldError[] {
  if (cryptoNetwork === '') return [];
  const rule = networkRuleOf(cryptoNetwork);
  if (!rule)
    return [
      { field: 'cryptoNetwork', constraint: { enum: [...networks] }, message: 'is not a network that supports withdrawals' },
    ];
  if (destinationAddress === '' || rule.address.test(destinationAddress)) return [];
  return [{ field: 'destinationAddress', message: `is not an address of ${cryptoNetwork}` }];
}
