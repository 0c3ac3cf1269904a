// The ledger steps of a deposit: in transit, and at its end.
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import type { Deposit } from '../../domain/incoming/incoming.ts';
import type { StepOf } from '../../domain/record/transaction.ts';
import {
  type Brought,
  clearedLegs,
  fundLegs,
  mirrorOf,
  refundDoneLegs,
  releaseLegs,
  seenLegs,
  unseenLegs,
} from '../../domain/shared/legs.ts';
import { book, tryBook, tryBookOneOf } from '../shared/book.ts';
import { railOf } from '../shared/rail-of.ts';
import { transitOrReload } from '../shared/transition.ts';

/** Where money in transit is booked. */
type Place = 'ACCOUNT' | 'FUNDING';

/**
 * Books IN_SEEN on the account, or on FUNDING if the account accepts no money. Both are the same step, so the ledger books only one of
 * them, and a repeat returns which.
 */
export async function bookSeen(context: TransfersContext, deposit: Deposit): Promise<Place> {
  const { id: subject } = deposit;
  const refusal = await tryBookOneOf(context, { subject, step: 'IN_SEEN', legs: seenLegs(moneyOf(deposit)) });
  if (!refusal) return 'ACCOUNT';
  await book(context, { subject, step: 'IN_SEEN', legs: fundLegs(broughtBy(deposit)) });
  return 'FUNDING';
}

/** Books the reported outcome and records it. While the account is frozen, a final deposit does not change. */
export async function endDeposit(context: TransfersContext, ending: Deposit): Promise<Deposit> {
  if (ending.state !== 'CLEARING' && ending.state !== 'REFUSING') return ending;
  const { pendingReason: _, ...known } = ending;
  const place = await bookSeen(context, ending);
  const happening = { known, book: bookerOf(context, ending, place), point: 'deposit shown' };
  if (ending.state === 'REFUSING') return transitOrReload(context, ending, { ...happening, event: 'unseen' });
  if (place === 'FUNDING') return transitOrReload(context, ending, { ...happening, event: 'neverCredited' });

  const refusal = await tryBook(context, { subject: ending.id, step: 'IN', legs: clearedLegs(moneyOf(ending)) });
  reached('deposit booked');
  if (refusal?.details?.accountStatus === 'FROZEN') return ending;
  return transitOrReload(context, ending, { ...happening, event: refusal ? 'accountClosed' : 'credited' });
}

/** Money that the account did not accept is returned by the rail. */
function bookerOf(context: TransfersContext, ending: Deposit, place: Place): (step: StepOf<'DEPOSIT'>) => Promise<void> {
  const { id: subject, received: amount, deposit } = ending;
  const brought = broughtBy(ending);
  const legsOf = {
    IN_UNSEEN: () => (place === 'ACCOUNT' ? unseenLegs(moneyOf(ending)) : mirrorOf(fundLegs(brought))),
    FUND: () => fundLegs(brought),
    RELEASE: () => releaseLegs(brought),
    REFUND_DONE: () => refundDoneLegs(brought),
  };
  return async (step) => {
    if (step === 'REFUND_DONE') {
      await railOf(context).returnFunds({ key: subject, amount, depositId: deposit.key });
      reached('deposit returned');
    }
    await book(context, { subject, step, legs: legsOf[step]() });
  };
}

function moneyOf({ receiver, received, deposit }: Deposit) {
  return { accountId: uuidIn(receiver), ...received, rail: deposit.rail };
}

function broughtBy({ received, deposit }: Deposit): Brought {
  return { fundingRail: deposit.rail, sendingCurrency: received.currency, sending: received.amount };
}
