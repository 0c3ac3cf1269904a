// Money that comes to an internal account by itself: seen first, and final or refused later. Every step can be repeated.
import type { InternalAccount } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { reached } from '../../kit/crash-points.ts';
import { uuidIn } from '../../kit/ids.ts';
import type { NewJob } from '../../kit/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { type IncomingTurn, turnIncoming } from '../domain/incoming.ts';
import { clearedLegs, type Deposit, seenLegs, unseenLegs } from '../domain/legs.ts';
import type { OnChainTransaction } from '../domain/on-chain.ts';
import type { PendingReason, Transaction } from '../domain/record.ts';
import type { Change } from '../domain/transaction.ts';
import { book } from './book.ts';
import { current } from './current.ts';
import { draftDeposit } from './draft-deposit.ts';
import { incomingEvent } from './events.ts';

/** What a rail knows of a deposit by now. */
export interface Sighting {
  /** The rail's own name of the deposit. Told again, it is the same money. */
  readonly key: string;
  /** What brings it: the name of a rail or network. */
  readonly rail: string;
  /** In the smallest unit. That of the first sighting counts. */
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
  sighting: Sighting,
): Promise<Transaction> {
  const seen = await see(context, account, sighting);
  if (sighting.state === 'SEEN') return explain(context, seen, sighting.pendingReason);
  return end(context, seen, sighting);
}

/** Goes on with what a process began and did not live to end. */
export async function resumeDeposit(context: TransfersContext, deposit: Transaction): Promise<void> {
  if (deposit.status === 'TENTATIVE') await show(context, deposit);
  if (deposit.status === 'PENDING' && deposit.round !== 0) await conclude(context, deposit);
}

async function see(context: TransfersContext, account: InternalAccount, sighting: Sighting): Promise<Transaction> {
  const { store, caller } = context;
  const { key, rail, amount, pendingReason } = sighting;
  const known = await store.deposits.find(caller.platformId, key);
  const before = known && (await store.transactions.find(caller.platformId, known));
  if (before) return before.status === 'TENTATIVE' ? show(context, before) : before;

  const drafted = await draftDeposit(context, account, amount);
  const details = { ...drafted.details, deposit: { rail } };
  const deposit = { ...noted(drafted, sighting), details, ...(pendingReason && { pendingReason }) };
  const { platformId, id: transactionId, createdAt } = deposit;
  const isNew = await store.write(async ({ transactions, deposits, jobs }) => {
    if (!(await deposits.count({ platformId, key, transactionId, createdAt }))) return false;
    await transactions.insert(deposit);
    await jobs.add(depositJob(context, deposit));
    return true;
  });
  reached('deposit seen');
  return isNew ? show(context, deposit) : see(context, account, sighting);
}

/** The money is on its way, and is told of. */
async function show(context: TransfersContext, deposit: Transaction): Promise<Transaction> {
  await book(context, { subject: deposit.id, step: 'IN_SEEN', legs: seenLegs(depositOf(deposit)) });
  reached('deposit booked');
  return write(context, deposit, turnIncoming(deposit, { event: 'seen' }, context.clock.now()));
}

/** Told again only when the reason is another one. */
async function explain(context: TransfersContext, seen: Transaction, reason: PendingReason | undefined): Promise<Transaction> {
  if (seen.status !== 'PENDING' || seen.round !== 0 || seen.pendingReason === reason) return seen;
  const { pendingReason: _, ...rest } = seen;
  const counted = { ...rest, version: seen.version + 1n, updatedAt: context.clock.now() };
  return write(context, seen, { after: { ...counted, ...(reason && { pendingReason: reason }) }, told: 'PENDING' });
}

/** Which end it is to be is written down before anything is booked: of two that are told at once, one counts. */
async function end(context: TransfersContext, seen: Transaction, sighting: Sighting): Promise<Transaction> {
  if (seen.status !== 'PENDING') return seen;
  if (seen.round !== 0) return conclude(context, seen);
  const ending = { ...noted(seen, sighting), round: sighting.state === 'CLEARED' ? clearedRound : refusedRound };
  const isMine = await context.store.write(async ({ transactions, jobs }) => {
    if (!(await transactions.save(seen, ending))) return false;
    await jobs.add(depositJob(context, ending));
    return true;
  });
  reached('deposit ending');
  return isMine ? conclude(context, ending) : end(context, await current(context, seen), sighting);
}

function noted(deposit: Transaction, { onChain: source }: Sighting): Transaction {
  return source ? { ...deposit, onChain: { source } } : deposit;
}

const clearedRound = 1;
const refusedRound = -1;

/** An account that takes no money now lets it wait: the ledger refuses, and the job comes again. */
async function conclude(context: TransfersContext, ending: Transaction): Promise<Transaction> {
  const isCleared = ending.round === clearedRound;
  const deposit = depositOf(ending);
  if (isCleared) await book(context, { subject: ending.id, step: 'IN', legs: clearedLegs(deposit) });
  else await book(context, { subject: ending.id, step: 'IN_UNSEEN', legs: unseenLegs(deposit) });
  reached('deposit booked');
  const { pendingReason: _, ...rest } = ending;
  return write(context, ending, turnIncoming(rest, isCleared ? cleared : refused, context.clock.now()));
}

const cleared: IncomingTurn = { event: 'credited' };
const refused: IncomingTurn = { event: 'unwanted', reason: 'COMPLIANCE_REJECTED' };

async function write(context: TransfersContext, before: Transaction, change: Change<Transaction>): Promise<Transaction> {
  const isMine = await context.store.write(async ({ transactions, outbox, jobs }) => {
    await jobs.remove({ kind: 'deposit', key: jobKey(before) });
    if (!(await transactions.save(before, change.after))) return false;
    if (before.status === 'TENTATIVE') await transactions.reveal(change.after);
    await outbox.add(incomingEvent(context, change));
    return true;
  });
  reached('deposit shown');
  return isMine ? change.after : current(context, before);
}

function depositOf({ receiver, received, details }: Transaction): Deposit {
  const { rail = '' } = details.deposit ?? {};
  return { accountId: uuidIn(receiver), ...received, rail };
}

const recoveryMs = 10_000;

const jobKey = ({ id, round }: Transaction) => `${id} ${round}`;

function depositJob({ caller, clock, requestId }: TransfersContext, deposit: Transaction): NewJob {
  const runAt = new Date(clock.now().getTime() + recoveryMs);
  return { kind: 'deposit', key: jobKey(deposit), caller, payload: { transactionId: deposit.id }, runAt, requestId };
}
