// The jobs of card transactions: each continues or ends one after a crash, a delay, or the end of its card.
import type { Job } from '../../kit/background/jobs.ts';
import type { CardsContext } from '../context.ts';
import { apply, carryOut } from '../steps/payment/apply.ts';
import { messageIn } from '../steps/payment/deliver.ts';
import { receive } from '../steps/payment/receive.ts';

/** A message that the sandbox delays. */
export async function handleMessage({ payload }: Job, context: CardsContext): Promise<void> {
  await receive(context, messageIn(payload));
}

export async function handleCarryOut({ platformId, payload }: Job, context: CardsContext): Promise<void> {
  const found = await context.store.payments.find(platformId, String(payload.transactionId));
  if (found) await carryOut(context, found);
}

/** A debit of the account that the sandbox has delayed is confirmed, or has failed. */
export async function handleEndOfPull({ payload }: Job, context: CardsContext): Promise<void> {
  const pull = Number(payload.pull);
  const amount = payload.amount === undefined ? undefined : String(payload.amount);
  await apply(context, String(payload.transactionId), {
    happening: () => (payload.isFailed === true ? { kind: 'PULL_FAILED', pull, amount } : { kind: 'PULL_CONFIRMED', pull }),
  });
}

export async function handleExpiry({ payload }: Job, context: CardsContext): Promise<void> {
  await apply(context, String(payload.transactionId), { happening: () => ({ kind: 'EXPIRY' }) });
}

/** Ends the open transactions of a closed card. New ones are declined. */
export async function handleClosing({ platformId, payload }: Job, context: CardsContext): Promise<void> {
  for (;;) {
    const open = await context.store.payments.openOf(platformId, String(payload.cardId), pageSize);
    if (open.length === 0) return;
    for (const { id } of open) await apply(context, id, { happening: () => ({ kind: 'EXPIRY' }) });
  }
}

const pageSize = 100;
