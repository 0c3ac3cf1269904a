// The end of a transfer that comes in by a pull: the account inside is credited; or what was collected goes back where it came from.
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { type IncomingTurn, turnAllIncoming } from '../../domain/deposit/incoming.ts';
import { pullRailOf, type Transaction } from '../../domain/payment/record.ts';
import {
  type Brought,
  clearedLegs,
  type Deposit,
  fundLegs,
  incomingLegs,
  refundDoneLegs,
  releaseLegs,
  seenLegs,
  unseenLegs,
} from '../../domain/shared/legs.ts';
import { book, bookOrVoid, isVoided, tryBook, voidStep } from '../shared/book.ts';
import { current } from '../shared/current.ts';
import { incomingEvent } from '../shared/events.ts';
import { carryOutJob, followUpJob } from '../shared/jobs.ts';
import { railOf } from '../shared/rail-of.ts';

/** Where the account takes the money at once, it is credited. What is to become of it otherwise is settled, and written down, first. */
export async function creditPull(context: TransfersContext, collected: Transaction): Promise<Transaction> {
  const { id: subject } = collected;
  const refusal = await bookOrVoid(context, { subject, step: 'IN', legs: incomingLegs(depositOf(collected)) });
  reached('pull booked');
  if (!refusal) return endPull(context, collected, credited);
  return turnTo(context, collected, isFrozen(refusal) || isVoided(refusal) ? heldRound : returnedRound);
}

const isFrozen = ({ details }: Refusal) => details?.accountStatus === 'FROZEN';

/** The round of what is collected, and waits for its account to be free again: the first of its looks. */
const heldRound = 1;

/** The round of what no account takes any more. */
const returnedRound = -1;

async function turnTo(context: TransfersContext, before: Transaction, round: number): Promise<Transaction> {
  const turned: Transaction = { ...before, stage: 'PAYOUT', round };
  const isMine = await context.store.write(async ({ transactions, jobs }) => {
    if (!(await transactions.save(before, turned))) return false;
    await jobs.add(carryOutJob(context, turned));
    return true;
  });
  reached('pull turned');
  return isMine ? endCollected(context, turned) : current(context, before);
}

/** Takes what is collected, and could not be credited at once, as far as it goes now. Repeatable. */
export async function endCollected(context: TransfersContext, collected: Transaction): Promise<Transaction> {
  return collected.round === returnedRound ? sendHome(context, collected) : credit(context, collected);
}

/** While the account is frozen, the money counts in its total alone. */
async function credit(context: TransfersContext, held: Transaction): Promise<Transaction> {
  const { id: subject } = held;
  const deposit = depositOf(held);
  const unseen = await bookOrVoid(context, { subject, step: 'IN_SEEN', legs: seenLegs(deposit) });
  reached('pull held');
  if (unseen) return turnTo(context, held, returnedRound);

  const cleared = { subject, step: 'IN_2', legs: clearedLegs(deposit) } as const; // IN is void: other legs were refused under it
  const refusal = await tryBook(context, cleared);
  reached('pull booked');
  if (refusal && isFrozen(refusal)) return lookAgain(context, held, patienceMs);
  if (!refusal || !(await voidStep(context, cleared))) return endPull(context, held, credited);
  await book(context, { subject, step: 'IN_UNSEEN', legs: unseenLegs(deposit) }); // it is closed, for good
  reached('pull unseen');
  return turnTo(context, held, returnedRound);
}

/** How often a frozen account is looked at. */
const patienceMs = 60_000;

/** Leaves it to a job to look again. */
export async function lookAgain(context: TransfersContext, before: Transaction, afterMs: number): Promise<Transaction> {
  const waiting = { ...before, round: before.round + 1 };
  const isMine = await context.store.write(async ({ transactions, jobs }) => {
    if (!(await transactions.save(before, waiting))) return false;
    await jobs.remove({ kind: 'carry-out', key: before.id, caller: { platformId: before.platformId } });
    await jobs.add(followUpJob(context, waiting, afterMs));
    return true;
  });
  reached('pull awaited');
  return isMine ? waiting : current(context, before);
}

/** The rail gives back what it has collected. */
async function sendHome(context: TransfersContext, refused: Transaction): Promise<Transaction> {
  const { id: subject, sent } = refused;
  const brought: Brought = { fundingRail: pullRailOf(refused), sendingCurrency: sent.currency, sending: sent.amount };
  await book(context, { subject, step: 'FUND', legs: fundLegs(brought) });
  await book(context, { subject, step: 'RELEASE', legs: releaseLegs(brought) });
  reached('pull released');
  await railOf(context).giveBack({ key: subject, amount: sent });
  reached('pull given back');
  await book(context, { subject, step: 'REFUND_DONE', legs: refundDoneLegs(brought) });
  reached('pull refunded');
  return endPull(context, refused, [
    ...uncollected,
    { event: 'refundStarted', reason: 'TRANSACTION_FAILED' },
    { event: 'refunded' },
  ]);
}

const credited: readonly IncomingTurn[] = [{ event: 'credited' }];

export const uncollected: readonly IncomingTurn[] = [{ event: 'collectionFailed', reason: 'COLLECTION_FAILED' }];

export async function endPull(
  context: TransfersContext,
  before: Transaction,
  turns: readonly IncomingTurn[],
): Promise<Transaction> {
  const changes = turnAllIncoming(before, turns, context.clock.now());
  const after: Transaction = { ...(changes.at(-1)?.after ?? before), stage: 'PAYOUT', round: before.round + 1 };
  const isMine = await context.store.write(async ({ transactions, outbox, jobs }) => {
    if (!(await transactions.save(before, after))) return false;
    await outbox.addMany(changes.map((change) => incomingEvent(context, change)));
    await jobs.remove({ kind: 'carry-out', key: before.id, caller: { platformId: before.platformId } });
    return true;
  });
  reached('pull ended');
  return isMine ? after : current(context, before);
}

function depositOf(collected: Transaction): Deposit {
  const { receiver, received } = collected;
  return { accountId: uuidIn(receiver), ...received, rail: pullRailOf(collected) };
}
