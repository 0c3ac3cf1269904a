// Creates, books and shows sandbox money. Repeatable: the ledger knows the key, and only a TENTATIVE deposit is shown.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import type { SandboxDeposit } from '../../domain/incoming/incoming.ts';
import { incomingLegs } from '../../domain/shared/legs.ts';
import { bookOrVoid } from '../shared/book.ts';
import { create, transit } from '../shared/transition.ts';
import { draftDeposit } from './draft-deposit.ts';

/** Throws the refusal of the ledger. The deposit is then removed. */
export async function depositInSandbox(context: TransfersContext, account: InternalAccount, amount: bigint): Promise<void> {
  const draft: SandboxDeposit = { ...(await draftDeposit(context, account, amount)), kind: 'SANDBOX_DEPOSIT' };
  const deposit = await create(context, draft, { event: 'created', point: 'deposit seen' });
  if (deposit) await credit(context, deposit);
}

/** Throws the refusal of the ledger. The deposit is then removed. */
export async function credit(context: TransfersContext, deposit: SandboxDeposit): Promise<void> {
  const { id: subject, receiver, received } = deposit;
  const legs = incomingLegs({ accountId: uuidIn(receiver), ...received, rail: 'SANDBOX' });
  const refusal = await bookOrVoid(context, { subject, step: 'IN', legs });
  reached('deposit booked');
  await transit(context, deposit, { event: refusal ? 'creditRefused' : 'credited', point: 'deposit shown' });
  if (refusal) throw refusal;
}
