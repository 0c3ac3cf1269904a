// External debits of an internal account: paid, or returned unpaid in time. Every step is repeatable.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { Debit } from '../../domain/incoming/incoming.ts';
import { type Deposit, debitLegs, forcedDebitLegs } from '../../domain/shared/legs.ts';
import type { ReportedMoney } from '../../store/deposits.ts';
import { bookOrVoid, isBookedOtherwise, tryBookOneOf } from '../shared/book.ts';
import { countedBefore } from '../shared/counted-before.ts';
import { create, transitOrReload } from '../shared/transition.ts';
import { draftDeposit } from './draft-deposit.ts';

export interface DebitReport {
  readonly source: 'DEBIT' | 'PULL_RETURN';
  /** The rail's id of the debit, or the key of the returned pull. A repeated report means the same money. */
  readonly key: string;
  readonly rail: string;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** In the platform's time. From then on the debit is paid whatever the balance: the platform owes what is missing. */
  readonly returnBy: Date;
  /** For a pull that funded a quote. */
  readonly quoteId?: string;
}

/** COMPLETED if it is paid, FAILED if it is returned. */
export async function takeDebit(context: TransfersContext, account: InternalAccount, report: DebitReport): Promise<Debit> {
  const { store, caller } = context;
  const { source, key, rail, amount } = report;
  const currency = account.balance?.currency?.code ?? '';
  const reported: ReportedMoney = {
    platformId: caller.platformId,
    kind: source,
    key,
    target: account.id,
    rail,
    currency,
    amount,
  };
  const known = await countedBefore(context, reported);
  const before = known && (await store.transactions.find(caller.platformId, known));
  if (before && before.kind === 'DEBIT') return decideDebit(context, before);

  const draft = await draftOf(context, account, report);
  const { id: transactionId, createdAt } = draft;
  const debit = await create(context, draft, {
    event: 'reported',
    first: ({ deposits }) => deposits.count({ ...reported, transactionId, createdAt }),
    point: 'debit seen',
  });
  return debit ? decideDebit(context, debit) : takeDebit(context, account, report);
}

async function draftOf(
  context: TransfersContext,
  account: InternalAccount,
  { rail, amount, returnBy, quoteId }: DebitReport,
): Promise<Debit> {
  const drafted = await draftDeposit(context, account, amount);
  const debit = { rail, returnBy: returnBy.toISOString() };
  return { ...drafted, kind: 'DEBIT', debit, ...(quoteId !== undefined && { quoteId }) };
}

/** Decides a pending debit. */
export async function decideDebit(context: TransfersContext, debit: Debit): Promise<Debit> {
  if (debit.state !== 'TENTATIVE') return debit;
  const refusal = await pay(context, debit);
  reached('debit booked');
  return transitOrReload(context, debit, { event: refusal ? 'refused' : 'paid', point: 'debit shown' });
}

/** One step of the ledger, so that of concurrent decisions only one counts. */
async function pay(context: TransfersContext, { id: subject, receiver, received, debit }: Debit): Promise<Refusal | undefined> {
  const money: Deposit = { accountId: uuidIn(receiver), ...received, rail: debit.rail };
  if (context.clock.now() < new Date(debit.returnBy)) {
    return bookOrVoid(context, { subject, step: 'DEBIT', legs: debitLegs(money) });
  }
  const refusal = await tryBookOneOf(context, { subject, step: 'DEBIT', legs: forcedDebitLegs(money) });
  // Booked differently: in time, by a process that died before it recorded the result.
  return refusal && isBookedOtherwise(refusal) ? undefined : refusal;
}
