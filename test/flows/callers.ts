// Many equal calls at once.
import type { Send } from '../kit/at-once.ts';
import type { RestAnswer } from '../kit/rest.ts';

export const callers = 200;

export const times = (send: Send): Send[] => Array.from({ length: callers }, () => send);

/** How many answers there are of each kind. */
export function countBy(answers: readonly RestAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const kind = [status, body.code, body.reason].filter(Boolean).join(' ');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
