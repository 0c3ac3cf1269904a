// Calls a method in another process: one unary POST in the Connect protocol's form, without the library's layers.
import { type DescMethodUnary, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { errorFromJsonBytes } from '@connectrpc/connect/protocol-connect';
import { type Dispatcher, Pool } from 'undici';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { method as methodRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Call, Dispatch } from '../call.ts';
import { wall } from '../clock.ts';
import { fail, Refusal, refusalFrom } from '../fail.ts';
import { optionOf } from '../options.ts';
import type { CallerTokens } from './caller-token.ts';

export interface RemoteOptions {
  /** Base address of the process that runs the service of a method, or undefined when none is configured. */
  readonly addressOf: (method: DescMethodUnary) => string | undefined;
  readonly tokens: CallerTokens;
}

export interface Remote {
  readonly dispatch: Dispatch;
  close(): Promise<void>;
}

export function openRemote({ addressOf, tokens }: RemoteOptions): Remote {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string, method: DescMethodUnary) => {
    const waits = isWaiting(method);
    const name = `${origin} ${waits}`;
    const known = pools.get(name) ?? new Pool(origin, { connections: waits ? waitingMax : 32, pipelining: 1 });
    pools.set(name, known);
    return known;
  };

  return {
    async dispatch(method, request, call) {
      const address = addressOf(method);
      if (address === undefined)
        throw fail(ErrorCode.SERVICE_UNAVAILABLE, `No address of ${method.parent.typeName} is configured.`);
      const token = await tokens.mint(call.caller);
      const response = await send(poolOf(address, method), { method, request, call, token });
      const body = await bytesOf(response);
      const replayed = response.headers['idempotent-replayed'] === 'true';
      if (response.statusCode !== 200) throw errorIn(body, replayed);
      return { message: fromBinary(method.output, body), replayed };
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/** As many as may wait for somebody outside at once. */
const waitingMax = 4_000;

const waiting = new WeakMap<DescMethodUnary, boolean>();

function isWaiting(method: DescMethodUnary): boolean {
  const known = waiting.get(method) ?? optionOf(method, methodRule)?.waits ?? false;
  waiting.set(method, known);
  return known;
}

interface Sending {
  readonly method: DescMethodUnary;
  readonly request: Message;
  readonly call: Call;
  readonly token: string;
}

function send(pool: Pool, { method, request, call, token }: Sending): Promise<Dispatcher.ResponseData> {
  const headers = { ...headersOf(call), authorization: `Bearer ${token}` };
  return pool
    .request({
      method: 'POST',
      path: `/${method.parent.typeName}/${method.name}`,
      headers,
      body: toBinary(method.input, request),
      signal: call.signal,
    })
    .catch(unavailable);
}

function headersOf({ requestId, deadline, traceparent, idempotencyKey }: Call): Record<string, string> {
  return {
    'content-type': 'application/proto',
    'connect-protocol-version': '1',
    'x-request-id': requestId,
    ...(deadline && { 'connect-timeout-ms': String(Math.max(1, deadline.getTime() - wall.now().getTime())) }),
    ...(traceparent !== undefined && { traceparent }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}

async function bytesOf(response: Dispatcher.ResponseData): Promise<Uint8Array> {
  return response.body.bytes().catch(unavailable);
}

function unavailable(cause: unknown): never {
  throw Object.assign(fail(ErrorCode.SERVICE_UNAVAILABLE, 'A backing service does not answer.'), { cause });
}

/** What an error body of the Connect protocol says. */
function errorIn(body: Uint8Array, replayed: boolean): Error {
  const fallback = new ConnectError('A backing service failed.', Code.Internal);
  const error = errorFromJsonBytes(body, undefined, fallback);
  const refusal = refusalFrom(error);
  if (!refusal) return error;
  return replayed ? new Refusal(refusal.code, refusal.message, { ...refusal.more, replayed }) : refusal;
}
