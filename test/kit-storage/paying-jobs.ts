// Jobs of one kind, and workers for them.
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { type Handler, type Job, type Jobs, type NewJob, startJobs } from '../../services/kit/background/jobs.ts';
import { silent } from '../../services/kit/core/log.ts';
import type { Database } from '../../services/kit/storage/database.ts';
import type { ManualWall } from '../kit/wall.ts';

export const caller = { platformId: crypto.randomUUID(), environment: 'sandbox', clockOffsetMs: 0 } as const;

export function recorder() {
  const ran: Job[] = [];
  return { ran, keys: () => ran.map(({ key }) => key), run: async (job: Job) => void ran.push(job) };
}

export function jobsOn(database: Database, wall: ManualWall) {
  function job(key: string, more: Partial<NewJob> = {}): NewJob {
    return { kind: 'pay', key, caller, payload: { key }, runAt: wall.now(), requestId: 'request-1', ...more };
  }

  function start(pay: Handler, on = database): Jobs {
    const jobs = startJobs({ database: on, handlers: { pay }, wall, log: silent });
    onTestFinished(() => jobs.stop());
    return jobs;
  }

  const left = async () => (await database.query(sql<{ key: string }>`select key from job order by key`)).map(({ key }) => key);

  return { job, start, left };
}
