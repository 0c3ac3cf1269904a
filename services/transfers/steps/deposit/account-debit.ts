// Money that somebody outside takes from an internal account: it is paid, or returned unpaid in time. Every step can be repeated.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { type IncomingTurn, turnIncoming } from '../../domain/deposit/incoming.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { type Deposit, debitLegs, forcedDebitLegs } from '../../domain/shared/legs.ts';
import type { ReportedMoney } from '../../store/deposits.ts';
import { bookOrVoid, isBookedOtherwise, tryBookOneOf } from '../shared/book.ts';
import { countedBefore } from '../shared/counted-before.ts';
import { current } from '../shared/current.ts';
import { incomingEvent } from '../shared/events.ts';
import { draftDeposit } from './draft-deposit.ts';

export interface Debit {
  readonly kind: 'DEBIT' | 'PULL_RETURN';
  /** Of a debit the rail's own name, of the return of a pull the pull's key. Reported again, it is the same money. */
  readonly key: string;
  readonly rail: string;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** In the platform's time. From then on it is paid whatever the account holds: what it lacks the platform owes. */
  readonly returnBy: Date;
  /** Of a pull that has paid a quote. */
  readonly quoteId?: string;
}

/** COMPLETED where it is paid, FAILED where it is returned. */
export async function takeDebit(context: TransfersContext, account: InternalAccount, debit: Debit): Promise<Transaction> {
  const { store, caller } = context;
  const { kind, key, rail, amount, returnBy, quoteId } = debit;
  const currency = account.balance?.currency?.code ?? '';
  const reported: ReportedMoney = { platformId: caller.platformId, kind, key, target: account.id, rail, currency, amount };
  const known = await countedBefore(context, reported);
  const before = known && (await store.transactions.find(caller.platformId, known));
  if (before) return resumeDebit(context, before);

  const drafted = await draftDeposit(context, account, amount);
  const details = { ...drafted.details, debit: { rail, returnBy: returnBy.toISOString() } };
  const tentative: Transaction = { ...drafted, details, ...(quoteId !== undefined && { quoteId }) };
  const { id: transactionId, createdAt } = tentative;
  const isNew = await store.write(async ({ transactions, deposits, jobs }) => {
    if (!(await deposits.count({ ...reported, transactionId, createdAt }))) return false;
    await transactions.insert(tentative);
    await jobs.add(debitJob(context, tentative));
    return true;
  });
  reached('debit seen');
  return isNew ? resumeDebit(context, tentative) : takeDebit(context, account, debit);
}

/** Decides about a debit that was not decided about yet. */
export async function resumeDebit(context: TransfersContext, debit: Transaction): Promise<Transaction> {
  if (debit.status !== 'TENTATIVE') return debit;
  const refusal = await pay(context, debit);
  reached('debit booked');
  return show(context, debit, refusal ? returned : paid);
}

const paid: IncomingTurn = { event: 'debited' };
const returned: IncomingTurn = { event: 'unwanted', reason: 'COLLECTION_FAILED' };

/** Under one step of the ledger, so that of all processes that decide about it one decision counts. */
async function pay(context: TransfersContext, debit: Transaction): Promise<Refusal | undefined> {
  const { id: subject, receiver, received, details } = debit;
  const { rail = '', returnBy = '' } = details.debit ?? {};
  const money: Deposit = { accountId: uuidIn(receiver), ...received, rail };
  if (context.clock.now() < new Date(returnBy)) return bookOrVoid(context, { subject, step: 'DEBIT', legs: debitLegs(money) });
  const refusal = await tryBookOneOf(context, { subject, step: 'DEBIT', legs: forcedDebitLegs(money) });
  // Booked otherwise: in time, by a process that died before it wrote that down.
  return refusal && isBookedOtherwise(refusal) ? undefined : refusal;
}

async function show(context: TransfersContext, debit: Transaction, turn: IncomingTurn): Promise<Transaction> {
  const change = turnIncoming(debit, turn, context.clock.now());
  const isMine = await context.store.write(async ({ transactions, outbox, jobs }) => {
    await jobs.remove({ kind: 'debit', key: debit.id, caller: { platformId: debit.platformId } });
    if (!(await transactions.save(debit, change.after))) return false;
    await transactions.reveal(change.after);
    await outbox.add(incomingEvent(context, change));
    return true;
  });
  reached('debit shown');
  return isMine ? change.after : current(context, debit);
}

const recoveryMs = 10_000;

function debitJob({ caller, clock, requestId }: TransfersContext, { id }: Transaction): NewJob {
  const runAt = new Date(clock.now().getTime() + recoveryMs);
  return { kind: 'debit', key: id, caller, payload: { transactionId: id }, runAt, requestId };
}
