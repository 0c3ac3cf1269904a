// Finds transactions whose time has come, and adds their jobs: for those whose process has died, and for authorizations that expire.
import type { Deadlines } from '../../kit/service/service.ts';
import type { CardsContext } from '../context.ts';
import { continuation } from '../steps/payment/jobs.ts';

const atOnce = 200;

/** Returns whether there were any. */
export async function continueDue(context: CardsContext): Promise<boolean> {
  const { store, wall } = context;
  for (let hasRun = false; ; hasRun = true) {
    let taken = 0;
    for (const platformId of await store.duePayments.placesDue(wall.now(), atOnce)) taken += await takeDue(platformId, context);
    if (taken < atOnce) return hasRun || taken > 0;
  }
}

function takeDue(platformId: string | undefined, context: CardsContext): Promise<number> {
  const which = { platformId, now: context.wall.now(), limit: atOnce };
  return context.store.write(async ({ duePayments, jobs }) => {
    const due = [...(await duePayments.take(which)), ...(await duePayments.takeOpenings(which))];
    await jobs.addMany(due.map((transaction) => continuation(context, transaction)));
    return due.length;
  });
}

/** Authorizations that expire during a clock advance. */
export const expiries: Deadlines<CardsContext> = {
  moveClock: (platformId, clockOffsetMs, { store }) => store.duePayments.moveClock(platformId, clockOffsetMs),
  run: continueDue,
  next: ({ store, caller }) => store.duePayments.nextOf(caller.platformId),
};
