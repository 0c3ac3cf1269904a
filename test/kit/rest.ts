// Calls over REST, through the whole gateway.
import { expect } from 'vitest';
import { versionPrefix } from '../../gateway/version.ts';
import { servedCheck } from './served.ts';

export type Payload = string | Buffer | FormData;

export interface RestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with its content type in `headers`; a FormData has its own. */
  readonly payload?: Payload;
  readonly headers?: Readonly<Record<string, string>>;
  /** An `authorization` header instead of the platform's own; null sends none. */
  readonly token?: string | null;
}

export interface RestAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
  readonly headers: Readonly<Record<string, string>>;
}

/** The status, and the code of a refusal. */
export const outcome = ({ status, body }: Pick<RestAnswer, 'status' | 'body'>) => [status, body?.code];

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Paths of the contract, without the version: `/customers`. */
export type Rest = (method: Verb, path: string, options?: RestOptions) => Promise<RestAnswer>;

/** A raw request, any method and any path. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: Payload;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: RestAnswer['headers'];
  readonly text: string;
}

/** Sends a request to a gateway. */
export type Send = (request: PlainRequest) => Promise<PlainAnswer>;

/** Throws if an answer does not match the OpenAPI document. */
export function restOver(send: Send, ownToken: string): Rest {
  return async (method, path, { body, payload, headers = {}, token = ownToken } = {}) => {
    const sent = body === undefined ? payload : JSON.stringify(body);
    const answer = await send({
      method,
      url: versionPrefix + path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: token }),
        ...headers,
      },
      ...(sent !== undefined && { payload: sent }),
    });
    const { status } = answer;
    const parsed = answer.text === '' ? undefined : JSON.parse(answer.text);
    expect(servedCheck()({ method, path, status, body: parsed }), `${method} ${path} ${status}`).toEqual([]);
    return { status, body: parsed, headers: answer.headers };
  };
}
