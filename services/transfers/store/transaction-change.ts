// A change of a transaction, with what its commit leaves for later.
import type { JobName, NewJob } from '../../kit/background/jobs.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import type { Transaction } from '../domain/record/transaction.ts';

/** What the commit of a transaction leaves for later, and what it makes needless. */
export interface Following {
  readonly events: readonly OutboxEvent[];
  readonly jobs: readonly NewJob[];
  readonly endedJobs: readonly JobName[];
}

export const nothing: Following = { events: [], jobs: [], endedJobs: [] };

export interface Insertion {
  readonly before?: undefined;
  readonly after: Transaction;
  readonly following: Following;
}

/** Written only if the stored transaction is still as before. */
export interface Update {
  readonly before: Transaction;
  readonly after: Transaction;
  readonly following: Following;
}

/** Like an update. */
export interface Removal {
  readonly before: Transaction;
  readonly after?: undefined;
  readonly following: Following;
}

export type Change = Insertion | Update | Removal;

export const isInsertion = (change: Change): change is Insertion => change.before === undefined;
export const isUpdate = (change: Change): change is Update => change.before !== undefined && change.after !== undefined;
export const isRemoval = (change: Change): change is Removal => change.after === undefined;

export const idOf = ({ before, after }: Change) => (after ?? before).id;
export const platformOf = ({ before, after }: Change) => (after ?? before).platformId;

/** What follows all of these changes. */
export function followingOf(changes: readonly Change[]): Following {
  const each = changes.map(({ following }) => following);
  return {
    events: each.flatMap(({ events }) => events),
    jobs: each.flatMap(({ jobs }) => jobs),
    endedJobs: each.flatMap(({ endedJobs }) => endedJobs),
  };
}

/** The jobs to add, those of them that replace an existing one, and the jobs to remove. */
export interface JobChanges {
  readonly added: readonly NewJob[];
  readonly replacing: readonly NewJob[];
  readonly removed: readonly JobName[];
}

/** A job that ends and begins again is replaced. */
export function jobChangesOf({ jobs, endedJobs }: Following): JobChanges {
  const isSame = (one: JobName) => (other: JobName) => one.kind === other.kind && one.key === other.key;
  return {
    added: jobs,
    replacing: jobs.filter((job) => endedJobs.some(isSame(job))),
    removed: endedJobs.filter((job) => !jobs.some(isSame(job))),
  };
}
