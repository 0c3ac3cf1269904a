// Each row of each table, applied by the driver to a real database: its stored fields, bookings, events and jobs.
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { silent } from '../../../services/kit/core/log.ts';
import { openDatabase } from '../../../services/kit/storage/database.ts';
import { kitMigrations } from '../../../services/kit/storage/kit-migrations.ts';
import { openSecrets } from '../../../services/kit/storage/secrets.ts';
import { openStore } from '../../../services/kit/storage/store.ts';
import type { TransfersContext } from '../../../services/transfers/context.ts';
import { type EventOf, type Kind, machines, type Transaction } from '../../../services/transfers/domain/record/transaction.ts';
import { stepsOf } from '../../../services/transfers/domain/shared/apply-transition.ts';
import { type JobKind, type Machine, type Transition } from '../../../services/transfers/domain/shared/machine.ts';
import { transfers } from '../../../services/transfers/service.ts';
import { jobFor } from '../../../services/transfers/steps/shared/jobs.ts';
import { create, type Happening, transit } from '../../../services/transfers/steps/shared/transition.ts';
import { transfersRows } from '../../../services/transfers/store/store.ts';
import { testDatabase } from '../../kit/database.ts';
import { sampleOf } from './sample-transactions.ts';

const secrets = openSecrets([Buffer.alloc(32, 7)]);
const database = await openDatabase({
  url: await testDatabase(),
  schema: 'transfers',
  entities: [],
  migrations: [...kitMigrations, ...transfers.migrations],
  log: silent,
});
afterAll(() => database.close());

const now = new Date('2026-03-01T10:00:00Z');
const store = openStore(database, transfersRows(secrets));

/** The parts of a context that the driver uses. */
function contextOf({ platformId, environment, clockOffsetMs }: Transaction): TransfersContext {
  const caller = { platformId, environment, clockOffsetMs, permissions: [], service: 'transfers' };
  const ids = { next: () => crypto.randomUUID() };
  const parts = { store, caller, ids, clock: { now: () => now }, requestId: 'test', runNow: async () => undefined };
  return parts as unknown as TransfersContext; // the driver calls no service
}

interface Row {
  readonly kind: Kind;
  readonly from: string;
  readonly event: string;
  readonly isSuspended: boolean;
  readonly transition: Transition;
}

const rows: readonly Row[] = (Object.entries(machines) as [Kind, Machine<string>][]).flatMap(([kind, machine]) =>
  Object.entries(machine).flatMap(([from, events]) =>
    Object.entries(events).flatMap(([event, transition]) => {
      const row = { kind, from, event, isSuspended: false, transition };
      return transition.suspended ? [row, { ...row, isSuspended: true }] : [row];
    }),
  ),
);

test.each(rows)('$kind $from: $event (suspended: $isSuspended)', async ({ kind, from, event, isSuspended, transition }) => {
  const sample = sampleOf(kind, from === 'NEW' ? 'OPEN' : from);
  const context = contextOf(sample);
  const booked: string[] = [];
  const happening = {
    event: event as EventOf<Kind>, // the tables name no other
    isSuspended,
    failure: 'QUOTE_EXECUTION_FAILED',
    afterMs: 1_000,
    book: async (step) => void booked.push(step),
  } satisfies Happening<Transaction>;
  await leaveJobs(context, sample, transition.removes);
  if (from !== 'NEW') await store.transactions.insert(sample);

  const after = await (from === 'NEW' ? create(context, sample, happening) : transit(context, sample, happening));
  const again = from === 'NEW' ? undefined : await transit(context, sample, happening);

  const state = isSuspended ? transition.suspended : transition.to;
  const kept = await store.transactions.find(sample.platformId, sample.id);
  expect(kept?.state).toBe(state === 'REMOVED' ? undefined : state);
  if (state !== 'REMOVED') expect(kept).toEqual(after);
  if (state !== from) expect(again).toBeUndefined(); // the state has changed
  const steps = stepsOf(transition, isSuspended);
  expect(booked.slice(0, steps.length)).toEqual(steps);
  expect(await announced(sample)).toEqual(webhooksOf(transition, isSuspended));
  expect(await jobsOf(sample)).toEqual([...(transition.adds ?? [])].toSorted());
});

/** The jobs that the row removes exist before. */
async function leaveJobs(context: TransfersContext, sample: Transaction, kinds: readonly JobKind[] = []): Promise<void> {
  const jobs = kinds.flatMap((kind) => jobFor(context, sample, { kind, afterMs: 1_000 }) ?? []);
  expect(jobs.length).toBe(kinds.length);
  await store.write((all) => all.jobs.addMany(jobs));
}

function webhooksOf({ webhooks = [] }: Transition, isSuspended: boolean): string[] {
  return webhooks.map((name) => (isSuspended && name === 'REFUND_COMPLETED' ? 'REFUND_FAILED' : name));
}

async function announced({ id }: Transaction): Promise<string[]> {
  const events = await database.query(
    sql<{ type: string }>`select type from outbox where resource = ${`Transaction:${id}`} order by sequence`,
  );
  return events.map(({ type }) => type.slice(type.indexOf('.') + 1));
}

async function jobsOf({ id }: Transaction): Promise<string[]> {
  const jobs = await database.query(
    sql<{ kind: string }>`select kind from job where payload ->> 'transactionId' = ${id} order by kind`,
  );
  return jobs.map(({ kind }) => kind);
}
