// Money that comes to an internal account by itself: seen first, and final or refused later. Every step can be repeated.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { type IncomingTurn, turnAllIncoming } from '../../domain/deposit/incoming.ts';
import type { PendingReason, Transaction } from '../../domain/payment/record.ts';
import type { Change } from '../../domain/payment/transaction.ts';
import {
  type Brought,
  clearedLegs,
  type Deposit,
  fundLegs,
  type Leg,
  mirrorOf,
  refundDoneLegs,
  releaseLegs,
  seenLegs,
  unseenLegs,
} from '../../domain/shared/legs.ts';
import type { OnChainTransaction } from '../../domain/shared/on-chain.ts';
import { book, tryBook, tryBookOneOf } from '../shared/book.ts';
import { countedBefore } from '../shared/counted-before.ts';
import { current } from '../shared/current.ts';
import { incomingEvent } from '../shared/events.ts';
import { railOf } from '../shared/rail-of.ts';
import { draftDeposit } from './draft-deposit.ts';

/** What a rail knows of a deposit by now. */
export interface Sighting {
  /** The rail's own name of the deposit. Told again, it is the same money. */
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
  sighting: Sighting,
): Promise<Transaction> {
  const seen = await see(context, account, sighting);
  if (sighting.state === 'SEEN') return explain(context, seen, sighting.pendingReason);
  return end(context, seen, sighting);
}

/** Continues what a process began and did not finish. Returns the deposit as it is then. */
export async function resumeDeposit(context: TransfersContext, deposit: Transaction): Promise<Transaction> {
  if (deposit.status === 'TENTATIVE') return show(context, deposit);
  return isEnding(deposit) ? conclude(context, deposit) : deposit;
}

/** The rail has reported the end of the deposit, and it has not come to it yet: its account may be frozen. */
export function isEnding({ status, round }: Transaction): boolean {
  return status === 'PENDING' && round !== 0;
}

async function see(context: TransfersContext, account: InternalAccount, sighting: Sighting): Promise<Transaction> {
  const { store, caller } = context;
  const { key, rail, amount, pendingReason } = sighting;
  const { platformId } = caller;
  const currency = account.balance?.currency?.code ?? '';
  const reported = { platformId, kind: 'DEPOSIT', key, target: account.id, rail, currency, amount } as const;
  const known = await countedBefore(context, reported);
  const before = known && (await store.transactions.find(caller.platformId, known));
  if (before) return before.status === 'TENTATIVE' ? show(context, before) : before;

  const drafted = await draftDeposit(context, account, amount);
  const details = { ...drafted.details, deposit: { rail, key } };
  const deposit = { ...noted(drafted, sighting), details, ...(pendingReason && { pendingReason }) };
  const { id: transactionId, createdAt } = deposit;
  const isNew = await store.write(async ({ transactions, deposits, jobs }) => {
    if (!(await deposits.count({ ...reported, transactionId, createdAt }))) return false;
    await transactions.insert(deposit);
    await jobs.add(depositJob(context, deposit));
    return true;
  });
  reached('deposit seen');
  return isNew ? show(context, deposit) : see(context, account, sighting);
}

/** Books the money on its way, and tells of it. */
async function show(context: TransfersContext, deposit: Transaction): Promise<Transaction> {
  await bookSeen(context, deposit);
  reached('deposit booked');
  return write(context, deposit, [{ event: 'seen' }]);
}

/** Where money lies that has been seen. */
type Place = 'ACCOUNT' | 'FUNDING';

/**
 * Books IN_SEEN: on the account, or in FUNDING where the account takes no money. Both are one step, so the ledger books one of them
 * alone, and a repeat finds out which.
 */
async function bookSeen(context: TransfersContext, deposit: Transaction): Promise<Place> {
  const { id: subject } = deposit;
  const refusal = await tryBookOneOf(context, { subject, step: 'IN_SEEN', legs: seenLegs(depositOf(deposit)) });
  if (!refusal) return 'ACCOUNT';
  await book(context, { subject, step: 'IN_SEEN', legs: fundLegs(broughtBy(deposit)) });
  return 'FUNDING';
}

/** Told again only when the reason is another one. */
async function explain(context: TransfersContext, seen: Transaction, reason: PendingReason | undefined): Promise<Transaction> {
  if (seen.status !== 'PENDING' || seen.round !== 0 || seen.pendingReason === reason) return seen;
  const { pendingReason: _, ...rest } = seen;
  const counted = { ...rest, version: seen.version + 1n, updatedAt: context.clock.now() };
  return save(context, seen, [{ after: { ...counted, ...(reason && { pendingReason: reason }) }, told: 'PENDING' }]);
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

/** Books the end and writes it down. While the account is frozen, a final deposit stays as it is. */
async function conclude(context: TransfersContext, ending: Transaction): Promise<Transaction> {
  const { pendingReason: _, ...rest } = ending;
  const seenOn = await bookSeen(context, ending);
  if (ending.round === refusedRound) {
    await book(context, { subject: ending.id, step: 'IN_UNSEEN', legs: unseenLegsOn(seenOn, ending) });
    reached('deposit booked');
    return write(context, rest, refused);
  }
  const refusal = seenOn === 'ACCOUNT' ? await bookCleared(context, ending) : undefined;
  if (refusal?.details?.accountStatus === 'FROZEN') return ending;
  if (seenOn === 'ACCOUNT' && !refusal) return write(context, rest, credited);
  await sendHome(context, ending, seenOn);
  return write(context, rest, returned);
}

async function bookCleared(context: TransfersContext, ending: Transaction): Promise<Refusal | undefined> {
  const refusal = await tryBook(context, { subject: ending.id, step: 'IN', legs: clearedLegs(depositOf(ending)) });
  reached('deposit booked');
  return refusal;
}

/** The account was closed, or never took the money: the rail sends it back to whoever paid. */
async function sendHome(context: TransfersContext, ending: Transaction, seenOn: Place): Promise<void> {
  const { id: subject, received: amount, details } = ending;
  const brought = broughtBy(ending);
  if (seenOn === 'ACCOUNT') {
    await book(context, { subject, step: 'IN_UNSEEN', legs: unseenLegsOn(seenOn, ending) });
    reached('deposit unseen');
    await book(context, { subject, step: 'FUND', legs: fundLegs(brought) });
  }
  await book(context, { subject, step: 'RELEASE', legs: releaseLegs(brought) });
  reached('deposit released');
  await railOf(context).giveBack({ key: subject, amount, ...(details.deposit && { depositId: details.deposit.key }) });
  reached('deposit given back');
  await book(context, { subject, step: 'REFUND_DONE', legs: refundDoneLegs(brought) });
  reached('deposit refunded');
}

const credited: readonly IncomingTurn[] = [{ event: 'credited' }];
const refused: readonly IncomingTurn[] = [{ event: 'unwanted', reason: 'COMPLIANCE_REJECTED' }];
const returned: readonly IncomingTurn[] = [
  { event: 'unwanted', reason: 'COLLECTION_FAILED' },
  { event: 'refundStarted', reason: 'TRANSACTION_FAILED' },
  { event: 'refunded' },
];

function write(context: TransfersContext, before: Transaction, turns: readonly IncomingTurn[]): Promise<Transaction> {
  return save(context, before, turnAllIncoming(before, turns, context.clock.now()));
}

async function save(
  context: TransfersContext,
  before: Transaction,
  changes: readonly Change<Transaction>[],
): Promise<Transaction> {
  const after = changes.at(-1)?.after ?? before;
  const isMine = await context.store.write(async ({ transactions, outbox, jobs }) => {
    await jobs.remove({ kind: 'deposit', key: jobKey(before), caller: { platformId: before.platformId } });
    if (!(await transactions.save(before, after))) return false;
    if (before.status === 'TENTATIVE') await transactions.reveal(after);
    await outbox.addMany(changes.map((change) => incomingEvent(context, change)));
    return true;
  });
  reached('deposit shown');
  return isMine ? after : current(context, before);
}

function depositOf({ receiver, received, details }: Transaction): Deposit {
  const { rail = '' } = details.deposit ?? {};
  return { accountId: uuidIn(receiver), ...received, rail };
}

function broughtBy({ received, details }: Transaction): Brought {
  return { fundingRail: details.deposit?.rail ?? '', sendingCurrency: received.currency, sending: received.amount };
}

function unseenLegsOn(seenOn: Place, deposit: Transaction): Leg[] {
  return seenOn === 'ACCOUNT' ? unseenLegs(depositOf(deposit)) : mirrorOf(fundLegs(broughtBy(deposit)));
}

const recoveryMs = 10_000;

const jobKey = ({ id, round }: Transaction) => `${id} ${round}`;

function depositJob({ caller, clock, requestId }: TransfersContext, deposit: Transaction): NewJob {
  const runAt = new Date(clock.now().getTime() + recoveryMs);
  return { kind: 'deposit', key: jobKey(deposit), caller, payload: { transactionId: deposit.id }, runAt, requestId };
}
