// MakePaymentInstructions: where a payer sends money for one payment.
import type { CollectionService } from '../../../gen/payments/accounts/v1/collection_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { paymentInstructionsOf } from '../domain/funding/payment-instructions.ts';

export const makePaymentInstructions: AccountsMethod<typeof CollectionService.method.makePaymentInstructions> = async (
  request,
  { caller, clock, store },
) => {
  const [serial = 0n] = await store.internalAccounts.takeSerials(1);
  const { subject: id, currency, amount, networks, reference, isPlatformAccount } = request;
  const { environment } = caller;
  const payable = { id, currency, amount, networks, reference, isPlatformAccount, environment, serial, at: clock.now() };
  return { instructions: paymentInstructionsOf(payable) };
};
