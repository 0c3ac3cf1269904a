// The incoming transaction that a deposit into an internal account will be.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { newReference } from '../shared/new-reference.ts';
import { findOwner } from '../shared/parties.ts';

/** Shown only once the money is booked. */
export async function draftDeposit(context: TransfersContext, account: InternalAccount, amount: bigint): Promise<Transaction> {
  const { caller, clock, ids, requestId } = context;
  const owner = await findOwner(context, account.customerId);
  if (!owner) throw new Error(`The owner of ${account.id} is not there.`);
  const currency = account.balance?.currency?.code ?? '';
  const now = clock.now();
  return {
    id: ids.next(),
    platformId: caller.platformId,
    environment: caller.environment,
    clockOffsetMs: caller.clockOffsetMs,
    type: 'INCOMING',
    status: 'TENTATIVE',
    version: 0n,
    attempt: 0,
    round: 0,
    stage: 'PAYOUT',
    owner: owner.id,
    platformCustomerId: owner.platformCustomerId,
    receiver: account.id,
    sent: { currency, amount },
    received: { currency, amount },
    fees: 0n,
    platformFees: 0n,
    reference: newReference(),
    createdAt: now,
    updatedAt: now,
    requestId,
    details: { realtime: { currency, ...(account.customerId !== undefined && { customerId: account.customerId }) } },
  };
}
