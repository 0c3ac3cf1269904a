// Runs the due work of all services in this process until none is left: for tests and benchmarks, which move the wall.
import type { Clock } from '../core/clock.ts';
import { defaultWaitMs } from '../storage/connections.ts';
import { runPrepared } from '../storage/prepared.ts';
import type { Session } from '../storage/session.ts';
import type { OpenService } from './open-service.ts';

/**
 * Work of one service creates work for others, so all services run until none has any left. Background work that ran concurrently counts
 * too: what it created is found in the next round.
 */
export async function settleAll(services: readonly OpenService[], wall: Clock): Promise<void> {
  const workDone = () => services.reduce((sum, service) => sum + service.workDone(), 0);
  const bySession = Map.groupBy(services, ({ session }) => session);
  for (let round = 0; round < roundsMax; round++) {
    const before = workDone();
    await Promise.all(services.map((service) => service.sweep()));
    await Promise.all([...bySession].map(([session, neighbours]) => runDue(session, neighbours, wall.now())));
    if (workDone() === before) return;
  }
  throw new Error('The services never become idle: each job or event causes another.');
}

const roundsMax = 200;

/** One statement finds the services that may have due work. Most have none, and would each need several to find that. */
async function runDue(session: Session, services: readonly OpenService[], now: Date): Promise<void> {
  const asked = services.filter(({ showsDueWork }) => showsDueWork);
  const due = asked.length > 0 ? await namesWithDueWork(session, asked, now) : new Set();
  await Promise.all(services.filter((one) => !one.showsDueWork || due.has(one.name)).map((one) => one.runDue()));
}

async function namesWithDueWork(session: Session, services: readonly OpenService[], now: Date): Promise<ReadonlySet<string>> {
  const text = services.map(({ name }) => dueIn(name)).join(' union all ');
  const { rows } = await session.inSchema('public', (client) => runPrepared(client, text, [now]), defaultWaitMs);
  return new Set(rows.map(({ name }: { name: string }) => name));
}

/** Running jobs and events count: their rows remain until they have ended. */
const dueIn = (schema: string) => `
  select '${schema}' as name where exists (select from "${schema}".outbox)
    or exists (select from "${schema}".job where died_at is null and due_at <= $1)`;
