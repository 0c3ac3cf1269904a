// REST over a socket, to a process under test.
import { versionPrefix } from '../../gateway/app.ts';
import { token as sandboxToken } from './process.ts';
import type { Rest } from './rest.ts';

/** Throws when the connection breaks before the answer is there: then nobody knows what has happened. */
export function restAt(origin: string, ownToken = sandboxToken): Rest {
  return async (method, path, { body, payload, headers = {}, token = ownToken } = {}) => {
    const sent = body === undefined ? payload : JSON.stringify(body);
    const answer = await fetch(origin + versionPrefix + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: token }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent as BodyInit }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: Object.fromEntries(answer.headers),
    };
  };
}
