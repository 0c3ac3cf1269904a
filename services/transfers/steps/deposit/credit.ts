// Books a deposit and shows it. Repeatable: the ledger knows the key, and only what is still tentative is shown.

import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import { turnIncoming } from '../../domain/deposit/incoming.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { incomingLegs } from '../../domain/shared/legs.ts';
import { bookOrVoid } from '../shared/book.ts';
import { incomingEvent } from '../shared/events.ts';

const recoveryMs = 10_000;

/** The job that finishes a deposit whose process died. */
export function creditJob({ caller, clock, requestId }: TransfersContext, { id }: Transaction): NewJob {
  const runAt = new Date(clock.now().getTime() + recoveryMs);
  return { kind: 'credit', key: id, caller, payload: { transactionId: id }, runAt, requestId };
}

/** Throws what the ledger refuses; the deposit is gone then. */
export async function credit(context: TransfersContext, deposit: Transaction): Promise<void> {
  const { receiver, received } = deposit;
  const accountId = uuidIn(receiver);
  const legs = incomingLegs({ accountId, ...received, rail: 'SANDBOX' });
  const refusal = await bookOrVoid(context, { subject: deposit.id, step: 'IN', legs });
  reached('deposit booked');
  const job = creditJob(context, deposit);
  if (refusal) {
    await context.store.write(async ({ transactions, jobs }) => {
      await transactions.remove(deposit);
      await jobs.remove(job);
    });
    throw refusal;
  }

  const credited = turnIncoming(deposit, { event: 'credited' }, context.clock.now());
  await context.store.write(async ({ transactions, outbox, jobs }) => {
    await jobs.remove(job);
    if (!(await transactions.save(deposit, credited.after))) return;
    await transactions.reveal(credited.after);
    await outbox.add(incomingEvent(context, credited));
  });
  reached('deposit shown');
}
