// VoidStep: blocks a key, so that nothing is ever booked under it.
import type { LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import type { AccountsMethod } from '../context.ts';

export const voidStep: AccountsMethod<typeof LedgerService.method.voidStep> = async (
  { subject, step },
  { caller, clock, operationId, store },
) => {
  const isBooked = await store.journals.voidKey({
    id: operationId,
    platformId: caller.platformId,
    subject,
    step,
    at: clock.now(),
  });
  return { isBooked };
};
