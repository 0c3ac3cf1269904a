// The jobs of card transactions: each continues or ends one after a crash, a delay, or the end of its card.
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import type { CardsContext } from '../context.ts';
import { blockedMs, isBegun } from '../domain/payment/due.ts';
import { type Application, apply, carryOut } from '../steps/payment/apply.ts';
import { messageIn } from '../steps/payment/deliver.ts';
import { receive } from '../steps/payment/receive.ts';

/** A message that the sandbox delays. */
export async function handleMessage({ payload }: Job, context: CardsContext): Promise<void> {
  await receive(context, messageIn(payload));
}

export async function handleCarryOut({ platformId, payload }: Job, context: CardsContext): Promise<void> {
  const found = await context.store.payments.find(platformId, String(payload.transactionId));
  if (!found || !isBegun(await carryOut(context, found))) return;
  context.log.warn({ transaction: found.id }, 'An event of a card transaction waits, because its account cannot take the money.');
  throw later(context);
}

/** While an earlier event waits until the account allows it, the job waits too. */
async function applyInTurn(context: CardsContext, id: string, application: Application): Promise<void> {
  if ((await apply(context, id, application)) === 'BLOCKED') throw later(context);
}

const later = ({ clock }: CardsContext) => retryAt(new Date(clock.now().getTime() + blockedMs));

/** A debit of the account that the sandbox has delayed is confirmed, or has failed. */
export async function handleEndOfPull({ payload }: Job, context: CardsContext): Promise<void> {
  const pull = Number(payload.pull);
  const amount = payload.amount === undefined ? undefined : String(payload.amount);
  await applyInTurn(context, String(payload.transactionId), {
    happening: () => (payload.isFailed === true ? { kind: 'PULL_FAILED', pull, amount } : { kind: 'PULL_CONFIRMED', pull }),
  });
}

export async function handleExpiry({ payload }: Job, context: CardsContext): Promise<void> {
  await applyInTurn(context, String(payload.transactionId), { happening: () => ({ kind: 'EXPIRY' }) });
}

/** Ends the open transactions of a closed card, those that wait last. New ones are declined. */
export async function handleClosing({ platformId, payload }: Job, context: CardsContext): Promise<void> {
  for (;;) {
    const open = await context.store.payments.openOf(platformId, String(payload.cardId), pageSize);
    if (open.length === 0) return;
    let blocked = 0;
    for (const { id } of open) {
      const after = await apply(context, id, { happening: () => ({ kind: 'EXPIRY' }) });
      if (after === 'BLOCKED') blocked += 1;
    }
    if (blocked === open.length) throw later(context);
  }
}

const pageSize = 100;
