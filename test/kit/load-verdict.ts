// What must hold after payments under load were interrupted: answers to clients are true, the books are consistent, the webhooks complete.

import { expect } from 'vitest';
import { LedgerService } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { shownStatus } from '../../services/transfers/domain/record/transaction.ts';
import { brokenInvariants, leftToDo, makeDue, select } from './books.ts';
import { internalAt } from './internal-at.ts';
import type { TestProcess } from './launch.ts';
import { type Customers, depositAmount, type Known, repeatUnanswered } from './load.ts';
import { eventually } from './payments.ts';
import type { Receiver } from './receiver.ts';
import { restAt } from './rest-at.ts';

export interface Standing {
  readonly platform: TestProcess;
  readonly known: Known;
  readonly url: string;
}

/** Clients retry, and pending work completes. */
export async function settle({ platform, known, url }: Standing): Promise<void> {
  await makeDue(url);
  await eventually(
    () => leftToDo(url),
    (left) => left === 0,
  );
  await repeatUnanswered(restAt(platform.origin), known);
  expect(known.unanswered).toEqual([]);
  await eventually(
    () => leftToDo(url),
    (left) => left === 0,
  );
}

export async function allIsWell({
  customers,
  known,
  url,
  receiver,
  platform,
}: Standing & { customers: Customers; receiver: Receiver }) {
  expect(await brokenInvariants(url)).toEqual([]);
  expect(await auditOf(platform, url)).toEqual([]);
  expect(known.strange).toEqual([]);
  expect(known.executed.length).toBeGreaterThan(0);
  const states = await statesOf(url);
  for (const { transactionId, status } of known.executed)
    expect(endsOf(status), transactionId).toContain(states.get(transactionId));
  for (const { transactionId } of known.quoted) expect([transactionId, states.has(transactionId)]).toEqual([transactionId, true]);
  const deposits = await depositsOf(url);
  for (const { accountId } of customers.payers)
    expect(deposits.get(accountId) ?? 0).toBeGreaterThanOrEqual(known.funded.get(accountId) ?? 0);
  const wrongEvents = async () => wrongEventsOf(receiver, { states: await statesOf(url), repeated: await repeatedFor(url) });
  await expect.poll(wrongEvents).toEqual([]); // quotes expire all the time
}

/** Possible outcomes of an execution with this answer. The answer is PROCESSING if the database goes away during the execution. */
const endsOf = (status: string) => (status === 'PROCESSING' ? ['COMPLETED', 'FAILED'] : [status]);

/** Status of each outgoing transaction, by public id. */
async function statesOf(url: string): Promise<Map<string, string>> {
  const rows = await select<{ id: string; state: string }>(
    url,
    `select id, state from transfers.transaction where kind in ('PAYMENT', 'TRANSFER_OUT')`,
  );
  return new Map(rows.map(({ id, state }) => [`Transaction:${id}`, shownStatus({ kind: 'PAYMENT', state })]));
}

/** How many of the clients' deposits were credited, by account. */
async function depositsOf(url: string): Promise<Map<string, number>> {
  const rows = await select<{ receiver: string; count: string }>(
    url,
    `select receiver, count(*) from transfers.transaction
     where kind not in ('PAYMENT', 'TRANSFER_OUT') and state = 'COMPLETED' and received_amount = $1 group by 1`,
    [depositAmount],
  );
  return new Map(rows.map(({ receiver, count }) => [receiver, Number(count)]));
}

async function auditOf({ rpc }: TestProcess, url: string): Promise<readonly string[]> {
  const [row] = await select<{ platform_id: string }>(url, 'select platform_id from transfers.transaction limit 1');
  const { findings } = await internalAt(LedgerService, rpc, row?.platform_id ?? '').audit({});
  return findings;
}

const eventsByState: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['PENDING'],
  EXPIRED: ['PENDING', 'EXPIRED'],
  COMPLETED: ['PENDING', 'PROCESSING', 'COMPLETED'],
  FAILED: ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
};

/** Public ids of resources with a webhook that was not delivered by its first attempt. */
async function repeatedFor(url: string): Promise<Set<string>> {
  const rows = await select<{ resource: string }>(
    url,
    `select resource from webhooks.event
     join webhooks.delivery d on d.platform_id = event.platform_id and event_id = event.id where attempts > 1`,
  );
  return new Set(rows.map(({ resource }) => resource));
}

interface Sent {
  readonly states: ReadonlyMap<string, string>;
  readonly repeated: ReadonlySet<string>;
}

/** Transactions with incomplete webhooks: each event must arrive at least once, and in order unless one was repeated. */
function wrongEventsOf({ received }: Receiver, { states, repeated }: Sent): string[] {
  const stories = new Map<string, Map<string, string>>();
  for (const { body } of received) {
    const story = stories.get(body.data.id) ?? new Map<string, string>();
    stories.set(body.data.id, story.set(body.id, body.type.replace('OUTGOING_PAYMENT.', '')));
  }
  return [...states].flatMap(([id, status]) => {
    const types = [...(stories.get(id)?.values() ?? [])];
    const expected = eventsByState[status] ?? [];
    const isComplete = repeated.has(id)
      ? types.toSorted().join() === expected.toSorted().join()
      : types.join() === expected.join();
    return isComplete ? [] : [`${id} is ${status} and has the events ${types.join()}`];
  });
}
