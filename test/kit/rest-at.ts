// REST over a socket, to a process under test.
import { token as sandboxToken } from './launch.ts';
import { patienceMs } from './patience.ts';
import { type Rest, restOver, type Send } from './rest.ts';

/** Throws if the connection breaks before the answer: the outcome is then unknown. */
export function restAt(origin: string, ownToken = sandboxToken): Rest {
  return restOver(sendTo(origin), ownToken);
}

function sendTo(origin: string): Send {
  return async ({ method, url, headers, payload }) => {
    const answer = await fetch(origin + url, {
      method,
      headers: { ...headers },
      ...(payload !== undefined && { body: payload as BodyInit }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  };
}
