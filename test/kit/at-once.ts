// Many calls at the same time, in turn to the doors of several processes.
import type { Rest, RestAnswer } from './rest.ts';

export type Send = (door: Rest) => Promise<RestAnswer>;

/** Their answers, in their order. What a busy machine answers 503 has done nothing and is sent again, as clients do. */
export function atOnce(doors: readonly Rest[], sends: readonly Send[]): Promise<RestAnswer[]> {
  return Promise.all(sends.map((send, index) => served(() => send(doors[index % doors.length] as Rest))));
}

async function served(send: () => Promise<RestAnswer>): Promise<RestAnswer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}
