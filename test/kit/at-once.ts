// Concurrent calls, alternating between the addresses of several processes.
import type { Rest, RestAnswer } from './rest.ts';

export type Send = (door: Rest) => Promise<RestAnswer>;

/** The answers in order. A busy machine's 503 has had no effect and is retried, as clients do. */
export function atOnce(doors: readonly Rest[], sends: readonly Send[]): Promise<RestAnswer[]> {
  return Promise.all(sends.map((send, index) => served(() => send(doors[index % doors.length] as Rest))));
}

async function served(send: () => Promise<RestAnswer>): Promise<RestAnswer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}
