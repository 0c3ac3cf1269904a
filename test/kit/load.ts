// Payments under load from clients with their own records: the answers, and the calls without one.
import { randomUUID } from 'node:crypto';
import { fund, makePayee, makePayer, type Payer, quoteBody } from './payments.ts';
import type { Rest, RestAnswer } from './rest.ts';

export interface Acknowledged {
  readonly quoteId: string;
  readonly transactionId: string;
  readonly status: string;
}

export interface Customers {
  readonly payers: readonly Payer[];
  readonly payees: readonly string[];
}

/** What the clients know. */
export interface Known {
  /** Executions that were answered 200, and their status then. */
  readonly executed: Acknowledged[];
  /** Quotes that were answered 201 and not executed. */
  readonly quoted: Acknowledged[];
  /** Deposits that were answered 200, by account: how many of `depositAmount`. */
  readonly funded: Map<string, number>;
  /** Unanswered calls, to be repeated under their keys. */
  readonly unanswered: Unanswered[];
  /** Answers that no client may get. */
  readonly strange: string[];
}

interface Unanswered {
  readonly path: string;
  readonly body?: object;
  readonly key: string;
  /** What came instead of an answer. */
  readonly came?: string;
}

export const depositAmount = 7;

export function nothingKnown(): Known {
  return { executed: [], quoted: [], funded: new Map(), unanswered: [], strange: [] };
}

/** Four payers, each with a payee that is paid and one whose payouts fail. */
export async function makeCustomers(rest: Rest): Promise<Customers> {
  const payers = await Promise.all(Array.from({ length: 4 }, () => makePayer(rest, 10_000_000)));
  const payees = await Promise.all(
    payers.flatMap(({ customerId }) => [makePayee(rest, customerId, '911'), makePayee(rest, customerId, '002')]),
  );
  return { payers, payees };
}

/** Eight clients pay until `signal` fires. None throws: failures are recorded. */
export async function payUntil(signal: AbortSignal, parts: { rest: Rest; customers: Customers; known: Known }): Promise<void> {
  const client = async (number: number) => {
    for (let payment = number; !signal.aborted; payment++) await payOnce(payment, parts).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: 8 }, (_, number) => client(number)));
}

/** Repeats unanswered requests under their keys: each must have taken effect once before, or do so now. */
export async function repeatUnanswered(rest: Rest, known: Known): Promise<void> {
  for (const unanswered of known.unanswered.splice(0)) await send({ rest, known }, unanswered);
}

async function payOnce(number: number, { rest, customers, known }: { rest: Rest; customers: Customers; known: Known }) {
  const { payers, payees } = customers;
  const payer = payers[number % payers.length];
  const payee = payees[(number % payers.length) * 2 + (number % 7 === 0 ? 1 : 0)];
  if (!payer || !payee) return;
  if (number % 5 === 0) {
    await fund(rest, payer.accountId, depositAmount);
    known.funded.set(payer.accountId, (known.funded.get(payer.accountId) ?? 0) + 1);
  }
  const body = { ...quoteBody({ from: payer.accountId, to: payee, amount: 1_000 }), immediatelyExecute: number % 3 === 0 };
  const quote = await send({ rest, known }, { path: '/quotes', body, key: randomUUID() });
  if (number % 3 !== 0 && number % 11 !== 1 && quote?.status === 201)
    await send({ rest, known }, { path: `/quotes/${quote.body.id}/execute`, key: randomUUID() });
}

async function send({ rest, known }: { rest: Rest; known: Known }, call: Unanswered): Promise<RestAnswer | undefined> {
  const { path, body, key } = call;
  const answer = await rest('POST', path, { ...(body && { body }), headers: { 'idempotency-key': key } }).catch(String);
  if (typeof answer === 'string') return void known.unanswered.push({ ...call, came: answer });
  if (answer.status >= 500) return void known.unanswered.push({ ...call, came: JSON.stringify(answer.body) });
  if (answer.body.details?.reason === 'QUOTE_EXPIRED') return answer; // the retry came too late
  if (answer.status > 201) return void known.strange.push(`${path} ${answer.status} ${JSON.stringify(answer.body)}`);
  const { id: quoteId, transactionId, status } = answer.body;
  (status === 'PENDING' ? known.quoted : known.executed).push({ quoteId, transactionId, status });
  return answer;
}
