// Money that comes to an internal account by itself: seen first, and final or refused later. Every step can be repeated.
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

/** What a rail knows of a deposit by now. */
export interface DepositReport {
  /** The rail's own name of the deposit. Reported again, it is the same money. */
  readonly key: string;
  /** What brings it: the name of a rail or network. */
  readonly rail: string;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** SEEN: it may still fail. CLEARED: it is final. REFUSED: it does not come after all. */
  readonly state: 'SEEN' | 'CLEARED' | 'REFUSED';
  readonly pendingReason?: PendingReason | undefined;
  /** What brings it on a chain, once that is known. */
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

/** Continues what a process began and did not finish. Returns the deposit as it is then. */
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

/** Books the money on its way, and announces it. */
async function show(context: TransfersContext, deposit: Deposit): Promise<Deposit> {
  await bookSeen(context, deposit);
  reached('deposit booked');
  return transitOrReload(context, deposit, { event: 'seen', point: 'deposit shown' });
}

/** Announced again only when the reason is another one. */
async function explain(context: TransfersContext, seen: Deposit, reason: PendingReason | undefined): Promise<Deposit> {
  if (seen.state !== 'SEEN' || seen.pendingReason === reason) return seen;
  const { pendingReason: _, ...rest } = seen;
  const known = { ...rest, ...(reason && { pendingReason: reason }) };
  return transitOrReload(context, seen, { event: 'explained', known, point: 'deposit shown' });
}

/** Which end it is to be is written down before anything is booked: of two that are reported at once, one counts. */
async function end(context: TransfersContext, seen: Deposit, report: DepositReport): Promise<Deposit> {
  if (seen.state !== 'SEEN') return endDeposit(context, seen);
  const event = report.state === 'CLEARED' ? 'cleared' : 'refused';
  const ending = await transit(context, seen, { event, known: withOnChain(seen, report), point: 'deposit ending' });
  return ending ? endDeposit(context, ending) : end(context, await reload(context, seen), report);
}

function withOnChain(deposit: Deposit, { onChain: source }: DepositReport): Deposit {
  return source ? { ...deposit, onChain: { source } } : deposit;
}
