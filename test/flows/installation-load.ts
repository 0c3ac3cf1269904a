// A backend that pays through several processes, while they and their database are restarted.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually, type Path, quoteBody } from '../kit/payments.ts';
import type { RestAnswer, Verb } from '../kit/rest.ts';
import { restAt } from '../kit/rest-at.ts';

export interface Paying extends Path {
  readonly token: string;
}

/** Pays until it is stopped. A call without an answer, or with 503, is repeated with its key at the other process. */
export function paying(ports: readonly number[], { token, ...path }: Paying) {
  const doors = ports.map((port) => restAt(`http://127.0.0.1:${port}`, token));
  const call = (method: Verb, url: string, body?: object): Promise<RestAnswer> => {
    const headers = { 'idempotency-key': randomUUID() };
    let turn = 0;
    return eventually(
      async () => {
        turn += 1;
        const door = doors[turn % doors.length];
        return (await door?.(method, url, { headers, ...(body && { body }) }).catch(() => undefined)) ?? unanswered;
      },
      ({ status }) => ![0, 409, 503].includes(status), // 409: the call that was not answered still runs
    );
  };
  const paid: string[] = [];
  const over = new AbortController();
  const done = (async () => {
    while (!over.signal.aborted) {
      const { body: quote } = await call('POST', '/quotes', quoteBody({ ...path, amount: 100 }));
      const { status, body } = await call('POST', `/quotes/${quote.id}/execute`);
      expect(status, JSON.stringify(body)).toBe(200);
      paid.push(quote.transactionId);
      await pause(200); // a light load: this waits for no event
    }
  })();
  done.catch(() => undefined);
  return {
    /** Ids of transactions whose execution was acknowledged. */
    paid,
    /** Waits for further payments. */
    more: async (count: number) => {
      const target = paid.length + count;
      await Promise.race([
        done,
        eventually(
          () => paid.length,
          (length) => length >= target,
        ),
      ]);
    },
    stop: async () => {
      over.abort();
      await done;
    },
  };
}

const unanswered: RestAnswer = { status: 0, headers: {}, body: {} };
