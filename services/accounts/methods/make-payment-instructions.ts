// MakePaymentInstructions: payment instructions for a single payment.
import type { CollectionService } from '../../../gen/payments/accounts/v1/collection_pb.ts';
import type { PaymentInstructions } from '../../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import type { AccountsContext, AccountsMethod } from '../context.ts';
import { toInstructions } from '../convert.ts';
import { onInstantRails, paymentCoordinatesOf } from '../domain/funding/payment-instructions.ts';
import { coordinatesFromRail } from '../steps/issue-coordinates.ts';

export const makePaymentInstructions: AccountsMethod<typeof CollectionService.method.makePaymentInstructions> = async (
  request,
  context,
) => {
  const { caller, clock, store, isRailConnected } = context;
  if (caller.environment === 'production') return { instructions: isRailConnected ? await issued(request, context) : [] };
  const [serial = 0n] = await store.internalAccounts.takeSerials(1);
  const { subject: id, currency, amount, networks, reference } = request;
  const { environment } = caller;
  const payable = { id, currency, amount, networks, reference, environment, serial, at: clock.now() };
  return { instructions: toInstructions(paymentCoordinatesOf(payable), request) };
};

type Request = Parameters<typeof makePaymentInstructions>[0];

async function issued(request: Request, context: AccountsContext): Promise<PaymentInstructions[]> {
  const { subject: key, currency, amount, networks, reference, owner, isPlatformAccount } = request;
  const coordinates = await coordinatesFromRail({ key, currency, owner, reference, payment: { amount, networks } }, context);
  return coordinates.flatMap(({ accountOrWalletInfo, ...rest }) =>
    accountOrWalletInfo
      ? onInstantRails(accountOrWalletInfo.info).map((info) => ({
          ...rest,
          accountOrWalletInfo: { ...accountOrWalletInfo, info },
          isPlatformAccount,
        }))
      : [],
  );
}
