// The sessions of a process: one per database.
import type { Log } from '../core/log.ts';
import { openSession, type Session } from './session.ts';

export interface Sessions {
  of(url: string): Promise<Session>;
  problem(): string | undefined;
  close(): Promise<void>;
}

export function openSessions(log: Log): Sessions {
  const opening = new Map<string, Promise<Session>>();
  const open: Session[] = [];
  return {
    of: (url) => {
      const known = opening.get(url);
      if (known) return known;
      const made = openSession({ url, log });
      opening.set(url, made);
      made.then(
        (session) => open.push(session),
        () => opening.delete(url),
      );
      return made;
    },
    problem: () => open.map((session) => session.problem()).find((problem) => problem !== undefined),
    close: async () => {
      await Promise.allSettled(opening.values());
      await Promise.all(open.map((session) => session.close()));
    },
  };
}
