// Collected money of a transfer in: credits the internal account, or returns the money to its source.
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { TransferIn } from '../../domain/incoming/incoming.ts';
import type { StepOf } from '../../domain/record/transaction.ts';
import {
  type Brought,
  clearedLegs,
  type Deposit,
  forcedDebitLegs,
  fundLegs,
  incomingLegs,
  refundDoneLegs,
  releaseLegs,
  seenLegs,
  unseenLegs,
} from '../../domain/shared/legs.ts';
import { subjectOf } from '../shared/agent-of.ts';
import { book, bookOrVoid, isVoided, tryBook, voidStep } from '../shared/book.ts';
import { railOf } from '../shared/rail-of.ts';
import { transitOrReload } from '../shared/transition.ts';

/** Credits the account if it accepts the money now. Otherwise the next step is recorded first. */
export async function credit(context: TransfersContext, collected: TransferIn): Promise<TransferIn> {
  const legs = incomingLegs(depositOf(collected));
  const refusal = await bookOrVoid(context, { ...subjectOf(collected), step: 'IN', legs });
  reached('pull booked');
  if (!refusal) return transitOrReload(context, collected, { event: 'credited', point: 'pull ended' });
  const event = isFrozen(refusal) || isVoided(refusal) ? 'creditBlocked' : 'creditRefused';
  return transitOrReload(context, collected, { event, known: { ...collected, railChecks: 0 }, point: 'pull turned' });
}

const isFrozen = ({ details }: Refusal) => details?.accountStatus === 'FROZEN';

/** While the account is frozen, the money counts in its total balance only. Repeatable. */
export async function creditBlocked(context: TransfersContext, blocked: TransferIn): Promise<TransferIn> {
  const subject = subjectOf(blocked);
  const deposit = depositOf(blocked);
  const unseen = await bookOrVoid(context, { ...subject, step: 'IN_SEEN', legs: seenLegs(deposit) });
  reached('pull held');
  if (unseen) return transitOrReload(context, blocked, { event: 'creditRefused', point: 'pull turned' });

  const cleared = { ...subject, step: 'IN_2', legs: clearedLegs(deposit) } as const; // IN is void, because other legs were refused under it
  const refusal = await tryBook(context, cleared);
  reached('pull booked');
  if (refusal && isFrozen(refusal)) {
    const known = { ...blocked, railChecks: blocked.railChecks + 1 };
    return transitOrReload(context, blocked, { event: 'stillBlocked', known, afterMs: patienceMs, point: 'pull awaited' });
  }
  if (!refusal || !(await voidStep(context, cleared))) {
    return transitOrReload(context, blocked, { event: 'credited', point: 'pull ended' });
  }
  const book = bookerOf(context, blocked);
  return transitOrReload(context, blocked, { event: 'accountClosed', book, point: 'pull turned' }); // permanently
}

/** How often a frozen account is checked. */
const patienceMs = 60_000;

/** The rail returns the collected money. */
export async function returnFunds(context: TransfersContext, refused: TransferIn): Promise<TransferIn> {
  return transitOrReload(context, refused, { event: 'refunded', book: bookerOf(context, refused), point: 'pull ended' });
}

/** Books the steps of a transfer. The platform owes what the account lacks for a return. */
export function bookerOf(context: TransfersContext, transfer: TransferIn): (step: StepOf<'TRANSFER_IN'>) => Promise<void> {
  const { id: key, sent } = transfer;
  const brought: Brought = { fundingRail: transfer.pullRail, sendingCurrency: sent.currency, sending: sent.amount };
  const legsOf = {
    FUND: () => fundLegs(brought),
    RELEASE: () => releaseLegs(brought),
    REFUND_DONE: () => refundDoneLegs(brought),
    IN_UNSEEN: () => unseenLegs(depositOf(transfer)),
    IN_RETURN: () => forcedDebitLegs(depositOf(transfer)),
  };
  return async (step) => {
    if (step === 'REFUND_DONE') {
      await railOf(context).returnFunds({ key, amount: sent });
      reached('pull returned');
    }
    await book(context, { ...subjectOf(transfer), step, legs: legsOf[step]() });
  };
}

function depositOf({ receiver, received, pullRail: rail }: TransferIn): Deposit {
  return { accountId: uuidIn(receiver), ...received, rail };
}
