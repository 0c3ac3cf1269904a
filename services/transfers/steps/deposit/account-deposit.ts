// Unrequested deposits to an internal account: seen first, then final or refused. Every step is repeatable.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import type { Deposit, PendingReason } from '../../domain/incoming/incoming.ts';
import type { OnChainTransaction } from '../../domain/shared/on-chain.ts';
import { countedBefore } from '../shared/counted-before.ts';
import { reload } from '../shared/reload.ts';
import { create, transit, transitOrReload } from '../shared/transition.ts';
import { bookSeen, endDeposit } from './deposit-books.ts';
import { draftDeposit } from './draft-deposit.ts';

/** The current state of a deposit. */
export interface DepositReport {
  /** The rail's id of the deposit. A repeated report means the same money. */
  readonly key: string;
  /** Name of the rail or network. */
  readonly rail: string;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** SEEN: in transit, may still fail. CLEARED: final. REFUSED: failed. */
  readonly state: 'SEEN' | 'CLEARED' | 'REFUSED';
  readonly pendingReason?: PendingReason | undefined;
  /** The on-chain transaction, once it is known. */
  readonly onChain?: OnChainTransaction;
}

export async function receiveDeposit(
  context: TransfersContext,
  account: InternalAccount,
  report: DepositReport,
): Promise<Deposit> {
  const seen = await see(context, account, report);
  if (report.state === 'SEEN') return explain(context, seen, report.pendingReason);
  return end(context, seen, report);
}

/** Continues a deposit after a crash. Returns its current state. */
export async function resumeDeposit(context: TransfersContext, deposit: Deposit): Promise<Deposit> {
  return deposit.state === 'TENTATIVE' ? show(context, deposit) : endDeposit(context, deposit);
}

async function see(context: TransfersContext, account: InternalAccount, report: DepositReport): Promise<Deposit> {
  const { store, caller } = context;
  const { key, rail, amount } = report;
  const { platformId } = caller;
  const currency = account.balance?.currency?.code ?? '';
  const reported = { platformId, kind: 'DEPOSIT', key, target: account.id, rail, currency, amount } as const;
  const known = await countedBefore(context, reported);
  const before = known && (await store.transactions.find(caller.platformId, known));
  if (before && before.kind === 'DEPOSIT') return before.state === 'TENTATIVE' ? show(context, before) : before;

  const draft = await draftOf(context, account, report);
  const { id: transactionId, createdAt } = draft;
  const deposit = await create(context, draft, {
    event: 'reported',
    first: ({ deposits }) => deposits.count({ ...reported, transactionId, createdAt }),
    point: 'deposit seen',
  });
  return deposit ? show(context, deposit) : see(context, account, report);
}

async function draftOf(context: TransfersContext, account: InternalAccount, report: DepositReport): Promise<Deposit> {
  const { key, rail, amount, pendingReason } = report;
  const drafted = await draftDeposit(context, account, amount);
  const deposit: Deposit = { ...drafted, kind: 'DEPOSIT', deposit: { rail, key } };
  return withOnChain({ ...deposit, ...(pendingReason && { pendingReason }) }, report);
}

/** Books money in transit and sends its webhook. */
async function show(context: TransfersContext, deposit: Deposit): Promise<Deposit> {
  await bookSeen(context, deposit);
  reached('deposit booked');
  return transitOrReload(context, deposit, { event: 'seen', point: 'deposit shown' });
}

/** Sends a webhook again only if the reason has changed. */
async function explain(context: TransfersContext, seen: Deposit, reason: PendingReason | undefined): Promise<Deposit> {
  if (seen.state !== 'SEEN' || seen.pendingReason === reason) return seen;
  const { pendingReason: _, ...rest } = seen;
  const known = { ...rest, ...(reason && { pendingReason: reason }) };
  return transitOrReload(context, seen, { event: 'explained', known, point: 'deposit shown' });
}

/** Records the outcome before anything is booked: of two concurrent reports, one counts. */
async function end(context: TransfersContext, seen: Deposit, report: DepositReport): Promise<Deposit> {
  if (seen.state !== 'SEEN') return endDeposit(context, seen);
  const event = report.state === 'CLEARED' ? 'cleared' : 'refused';
  const ending = await transit(context, seen, { event, known: withOnChain(seen, report), point: 'deposit ending' });
  return ending ? endDeposit(context, ending) : end(context, await reload(context, seen), report);
}

function withOnChain(deposit: Deposit, { onChain: source }: DepositReport): Deposit {
  return source ? { ...deposit, onChain: { source } } : deposit;
}
