// A new incoming transaction for a deposit to, or a debit of, an internal account.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { TransfersContext } from '../../context.ts';
import type { Realtime, TransactionCore } from '../../domain/shared/transaction-core.ts';
import { newReference } from '../shared/new-reference.ts';
import { findOwner } from '../shared/parties.ts';

export interface DraftedDeposit extends TransactionCore {
  readonly state: 'TENTATIVE';
  readonly realtime: Realtime;
}

/** Hidden until the money is booked. */
export async function draftDeposit(context: TransfersContext, account: InternalAccount, amount: bigint): Promise<DraftedDeposit> {
  const { caller, clock, ids, requestId } = context;
  const owner = await findOwner(context, account.customerId);
  if (!owner) throw new Error(`The owner of ${account.id} does not exist.`);
  const currency = account.balance?.currency?.code ?? '';
  const now = clock.now();
  return {
    id: ids.next(),
    platformId: caller.platformId,
    environment: caller.environment,
    clockOffsetMs: caller.clockOffsetMs,
    state: 'TENTATIVE',
    version: 0n,
    owner: owner.id,
    platformCustomerId: owner.platformCustomerId,
    receiver: account.id,
    sent: { currency, amount },
    received: { currency, amount },
    reference: newReference(),
    createdAt: now,
    updatedAt: now,
    requestId,
    realtime: { currency, ...(account.customerId !== undefined && { customerId: account.customerId }) },
  };
}
