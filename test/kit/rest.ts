// Calls over REST, through the whole gateway but for the socket.

import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { versionPrefix } from '../../gateway/app.ts';
import type { BodyCheck } from './body-check.ts';

export interface RestOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with its own content type in `headers`; a FormData brings its own. */
  readonly payload?: string | Buffer | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another `authorization` header than the platform's own; null sends none. */
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

/** Paths are those of the contract, without the version: `/customers`. */
export type Rest = (method: Verb, path: string, options?: RestOptions) => Promise<RestAnswer>;

/** Throws when an answer is not what the OpenAPI document promises. */
export function restOver(app: FastifyInstance, ownToken: string, check: BodyCheck): Rest {
  return async (method, path, { body, payload, headers = {}, token = ownToken } = {}) => {
    const sent = body === undefined ? payload : JSON.stringify(body);
    const answer = await app.inject({
      method,
      url: versionPrefix + path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: token }),
        ...headers,
      },
      ...(sent !== undefined && { payload: sent as NonNullable<InjectOptions['payload']> }),
    });
    const parsed = answer.body === '' ? undefined : JSON.parse(answer.body);
    expect(check({ method, path, status: answer.statusCode, body: parsed }), `${method} ${path} ${answer.statusCode}`).toEqual(
      [],
    );
    return { status: answer.statusCode, body: parsed, headers: answer.headers as Record<string, string> };
  };
}
