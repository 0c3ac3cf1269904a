// Delivers a simulated message of the card network: at once, or after the delay that its merchant selects.
import type { JsonObject } from '@bufbuild/protobuf';
import type { CardsContext } from '../../context.ts';
import type { Message, MessageKind } from '../../domain/payment/message.ts';
import { outcomeOf } from '../../domain/payment/sandbox-outcomes.ts';
import { receive } from './receive.ts';

/** Messages that debit an account are decided at once, and only their debit is delayed. */
const debiting: ReadonlySet<MessageKind> = new Set(['AUTHORIZATION', 'FINANCIAL']);

export async function deliver(context: CardsContext, message: Message): Promise<void> {
  const { pull } = outcomeOf(message.merchant.descriptor);
  if (pull.afterMs === 0 || pull.isFailed || debiting.has(message.kind)) {
    await receive(context, message);
    return;
  }
  const { caller, clock, requestId, sandboxTimeScale, store } = context;
  const runAt = new Date(clock.now().getTime() + pull.afterMs / sandboxTimeScale);
  const payload = { ...message, merchant: { ...message.merchant }, amount: `${message.amount}` } as JsonObject;
  await store.write(({ jobs }) => jobs.add({ kind: 'receive-message', key: message.eventId, caller, payload, runAt, requestId }));
}

/** The message in the payload of its job. */
export function messageIn(payload: JsonObject): Message {
  const { amount, ...rest } = payload as unknown as Omit<Message, 'amount'> & { readonly amount: string };
  return { ...rest, amount: BigInt(amount) };
}
