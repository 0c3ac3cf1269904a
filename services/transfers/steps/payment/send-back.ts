// Funds for a quote that is already funded: they become a separate incoming transaction, which fails and is refunded.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import type { UnmatchedFunds } from '../../domain/incoming/incoming.ts';
import type { QuotedPayment } from '../../domain/payment/payment.ts';
import type { StepOf } from '../../domain/record/transaction.ts';
import { type Brought, fundLegs, refundDoneLegs, refundFailLegs, releaseLegs } from '../../domain/shared/legs.ts';
import { book } from '../shared/book.ts';
import { newReference } from '../shared/new-reference.ts';
import { railOf } from '../shared/rail-of.ts';
import { refundAccountOf } from '../shared/refund-account.ts';
import { create, transitOrReload } from '../shared/transition.ts';
import { type Arrival, reportedOf } from './arrival.ts';

/** Hidden until the refund is in progress. */
export async function sendBack(
  context: TransfersContext,
  quote: QuotedPayment,
  arrival: Arrival,
): Promise<UnmatchedFunds | QuotedPayment> {
  const draft = draftOf(context, quote, arrival);
  const { id: transactionId, createdAt } = draft;
  const funds = await create(context, draft, {
    event: 'reported',
    first: ({ deposits }) => deposits.count({ ...reportedOf(quote, arrival), transactionId, createdAt }),
    point: 'stray seen',
  });
  return funds ? refundUnmatched(context, funds) : quote;
}

/** Books the money and refunds it. Repeatable. */
export async function refundUnmatched(context: TransfersContext, funds: UnmatchedFunds): Promise<UnmatchedFunds> {
  if (funds.state !== 'TENTATIVE') return funds;
  const { isCrypto } = funds.deposit;
  const refundAccountId = isCrypto ? await refundAccountOf(context, funds) : undefined;
  return transitOrReload(context, funds, {
    event: 'sentBack',
    isSuspended: isCrypto && !refundAccountId,
    book: (step) => bookStep(context, funds, { step, brought: broughtBy(funds, refundAccountId) }),
    point: 'stray shown',
  });
}

/** The received money, for the ledger. */
export function broughtBy({ deposit, sent }: UnmatchedFunds, refundAccountId: string | undefined): Brought {
  const { currency: sendingCurrency, amount: sending } = sent;
  return { fundingRail: deposit.rail, sendingCurrency, sending, ...(refundAccountId && { refundAccountId }) };
}

const legsOf = { FUND: fundLegs, RELEASE: releaseLegs, REFUND_DONE: refundDoneLegs, REFUND_FAIL: refundFailLegs };

async function bookStep(
  context: TransfersContext,
  { id: subject, sent, deposit }: UnmatchedFunds,
  { step, brought }: { readonly step: StepOf<'UNMATCHED_FUNDS'>; readonly brought: Brought },
): Promise<void> {
  if (step === 'REFUND_DONE' && !deposit.isCrypto) {
    await railOf(context).returnFunds({ key: subject, amount: sent, depositId: deposit.key });
  }
  await book(context, { subject, step, legs: legsOf[step](brought) });
  if (step.startsWith('REFUND')) reached('stray booked');
}

function draftOf(context: TransfersContext, quote: QuotedPayment, arrival: Arrival): UnmatchedFunds {
  const { ids, clock, requestId, caller } = context;
  const { platformId, environment, owner, platformCustomerId, receiver, senderKey, funding } = quote;
  const { key, amount, onChain: source } = arrival;
  const rail = funding.kind === 'PREFUNDED' ? '' : funding.rail;
  const realtime = funding.kind === 'PUSH' ? funding.realtime : undefined;
  const now = clock.now();
  const came = { currency: quote.sent.currency, amount };
  return {
    kind: 'UNMATCHED_FUNDS',
    id: ids.next(),
    platformId,
    environment,
    clockOffsetMs: caller.clockOffsetMs,
    state: 'TENTATIVE',
    version: 0n,
    owner,
    platformCustomerId,
    receiver,
    sent: came,
    received: came,
    reference: newReference(),
    createdAt: now,
    updatedAt: now,
    requestId,
    deposit: { rail, isCrypto: funding.kind === 'PUSH' && funding.isCrypto, key },
    ...(realtime && { realtime }),
    ...(funding.sender !== undefined && { sender: funding.sender }),
    ...(senderKey && { senderKey }),
    ...(source && { onChain: { source } }),
  };
}
