// How requests reach a gateway: one in the test's own process without a socket, others over one.
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Dispatcher, Pool } from 'undici';
import type { PlainAnswer, Send } from './rest.ts';

export function sendToApp(app: FastifyInstance): Send {
  return async ({ method, url, headers, payload }) => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers,
      ...(payload !== undefined && { payload: payload as NonNullable<InjectOptions['payload']> }),
    });
    return { status: answer.statusCode, headers: answer.headers as PlainAnswer['headers'], text: answer.body };
  };
}

/** Sends to these gateways in turn. Paths are sent unchanged, without normalization. */
export function sendInTurn(origins: readonly string[]): Send & { close(): Promise<unknown> } {
  const pools = origins.map((origin) => new Pool(origin, { connections: 64 }));
  const next = inTurn(pools);
  const ask: Send = async ({ method, url, headers, payload }) => {
    const sent = payload instanceof FormData ? await bytesOf(payload) : { headers: {}, body: payload ?? null };
    const options = { method, path: url, ...sent, headers: { ...sent.headers, ...headers } } as Dispatcher.RequestOptions;
    const { statusCode: status, headers: answered, body } = await next().request(options);
    return { status, headers: answered as PlainAnswer['headers'], text: await body.text() };
  };
  return Object.assign(ask, { close: () => Promise.all(pools.map((pool) => pool.close())) });
}

/** A form as it is sent, and the header with its boundary. */
async function bytesOf(form: FormData) {
  const whole = new Response(form);
  const headers = { 'content-type': whole.headers.get('content-type') ?? '' };
  return { headers, body: Buffer.from(await whole.arrayBuffer()) };
}

/** Cycles through the items forever. */
export function inTurn<T>(all: readonly T[]): () => T {
  let count = 0;
  return () => all[count++ % all.length] as T;
}
