// Money that nobody waits for: it becomes an incoming transaction of its own, which fails and is refunded.

import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import { type IncomingTurn, turnAllIncoming } from '../../domain/deposit/incoming.ts';
import { quoteOf, type Transaction } from '../../domain/payment/record.ts';
import { fundLegs, refundDoneLegs, refundFailLegs, releaseLegs } from '../../domain/shared/legs.ts';
import { book } from '../shared/book.ts';
import { current } from '../shared/current.ts';
import { incomingEvent } from '../shared/events.ts';
import { newReference } from '../shared/new-reference.ts';
import { railOf } from '../shared/rail-of.ts';
import { refundAccountOf } from '../shared/refund-account.ts';
import type { Arrival } from './arrival.ts';
import { reportedOf } from './arrival.ts';

const recoveryMs = 10_000;

/** The quote was paid before. Shown only once the money is on its way back. */
export async function sendBack(context: TransfersContext, quote: Transaction, arrival: Arrival): Promise<Transaction> {
  const stray = strayOf(context, quote, arrival);
  const { id: transactionId, createdAt } = stray;
  const isNew = await context.store.write(async ({ transactions, deposits, jobs }) => {
    if (!(await deposits.count({ ...reportedOf(quote, arrival), transactionId, createdAt }))) return false;
    await transactions.insert(stray);
    await jobs.add(sendBackJob(context, stray));
    return true;
  });
  reached('stray seen');
  return isNew ? bookBack(context, stray) : quote;
}

/** Takes the money in and gives it back. Repeatable. */
export async function bookBack(context: TransfersContext, stray: Transaction): Promise<Transaction> {
  const { id: subject, sent, details } = stray;
  const { rail = '', isCrypto = false, key: depositId = '' } = details.stray ?? {};
  const refundAccountId = isCrypto ? await refundAccountOf(context, stray) : undefined;
  const isSuspended = isCrypto && !refundAccountId;
  const brought = {
    fundingRail: rail,
    sendingCurrency: sent.currency,
    sending: sent.amount,
    ...(refundAccountId && { refundAccountId }),
  };
  await book(context, { subject, step: 'FUND', legs: fundLegs(brought) });
  await book(context, { subject, step: 'RELEASE', legs: releaseLegs(brought) });
  if (!isCrypto) await railOf(context).giveBack({ key: subject, amount: sent, depositId });
  if (isSuspended) await book(context, { subject, step: 'REFUND_FAIL', legs: refundFailLegs(brought) });
  else await book(context, { subject, step: 'REFUND_DONE', legs: refundDoneLegs(brought) });
  reached('stray booked');

  const turns: readonly IncomingTurn[] = [...unwanted, { event: isSuspended ? 'refundFailed' : 'refunded' }];
  const changes = turnAllIncoming(stray, turns, context.clock.now());
  const after = changes.at(-1)?.after ?? stray;
  const isMine = await context.store.write(async ({ transactions, outbox, jobs }) => {
    if (!(await transactions.save(stray, after))) return false;
    await transactions.reveal(after);
    await outbox.addMany(changes.map((change) => incomingEvent(context, change)));
    await jobs.remove({ kind: 'send-back', key: stray.id, caller: { platformId: stray.platformId } });
    return true;
  });
  reached('stray shown');
  return isMine ? after : current(context, stray);
}

const unwanted: readonly IncomingTurn[] = [
  { event: 'unwanted', reason: 'QUOTE_EXPIRED' },
  { event: 'refundStarted', reason: 'TRANSACTION_FAILED' },
];

function strayOf(context: TransfersContext, quote: Transaction, { key, amount, onChain: source }: Arrival): Transaction {
  const { ids, clock, requestId, caller } = context;
  const { platformId, environment, owner, platformCustomerId, receiver, sender, senderKey } = quote;
  const { funding } = quoteOf(quote);
  const now = clock.now();
  const came = { currency: quote.sent.currency, amount };
  return {
    id: ids.next(),
    platformId,
    environment,
    clockOffsetMs: caller.clockOffsetMs,
    type: 'INCOMING',
    status: 'TENTATIVE',
    version: 0n,
    attempt: 0,
    round: 0,
    stage: 'PAYOUT',
    owner,
    platformCustomerId,
    receiver,
    sent: came,
    received: came,
    fees: 0n,
    platformFees: 0n,
    reference: newReference(),
    createdAt: now,
    updatedAt: now,
    requestId,
    details: {
      stray: { rail: funding?.rail ?? '', isCrypto: funding?.isCrypto ?? false, key },
      ...(funding?.realtime && { realtime: funding.realtime }),
    },
    ...(sender !== undefined && { sender }),
    ...(senderKey && { senderKey }),
    ...(source && { onChain: { source } }),
  };
}

function sendBackJob({ caller, clock, requestId }: TransfersContext, { id }: Transaction): NewJob {
  const runAt = new Date(clock.now().getTime() + recoveryMs);
  return { kind: 'send-back', key: id, caller, payload: { transactionId: id }, runAt, requestId };
}
