// Calls operations: authenticates, repeats what is safe to repeat, and reads lists page by page.
import { ApiError, ConnectionError } from './errors.ts';
import { type AnyOperation, isRepeatable, type Operation, type Page, type Parts } from './operation.ts';
import { rest } from './rest.ts';
import { withRetries } from './retries.ts';
import type { Answer, OpenTransport, Transport } from './transport.ts';

/** An API token of a platform, or the access token of an agent. */
export type Credentials = { readonly clientId: string; readonly clientSecret: string } | { readonly accessToken: string };

export interface ClientOptions {
  /** Address of the platform, without the version: `https://api.example.com`. By gRPC, the address of its gRPC port. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Default: REST. Others are `connect` of `payments-client/connect` and, in Node.js, `grpc` of `payments-client/grpc`. */
  readonly transport?: OpenTransport;
  /** Attempts after the first one. Default: 4. */
  readonly retriesMax?: number;
  /** Of one attempt. Default: a minute. */
  readonly timeoutMs?: number;
  /** Default: that of the runtime. gRPC does not use it. */
  readonly fetch?: typeof fetch;
  /** Default: a timer. */
  readonly wait?: (ms: number) => Promise<void>;
}

export interface CallOptions {
  /**
   * Identifies the intended effect. The client makes one for each call, and uses it for all attempts. Pass your own, stored with the
   * payment, to continue after your process has died.
   */
  readonly idempotencyKey?: string;
  /** Answers what a call that writes would do, and changes nothing. Its result has ids that do not exist. Calls that read ignore it. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** The input may be omitted if nothing in it is required. */
export type Arguments<Input extends Parts> = object extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions];

export interface Client {
  /** Throws `ApiError` or `ConnectionError`. */
  call<Input extends Parts, Output>(operation: Operation<Input, Output>, ...args: Arguments<Input>): Promise<Output>;
  /** All items of a list. Reads the next page when it is needed. */
  items<Input extends Parts, Item>(operation: Operation<Input, Page<Item>>, ...args: Arguments<Input>): AsyncGenerator<Item>;
}

export function createClient(options: ClientOptions): Client {
  const { transport = rest, baseUrl, fetch = globalThis.fetch } = options;
  const send = transport({ baseUrl, fetch });
  const outputOf = async (operation: AnyOperation, input: Parts = {}, callOptions: CallOptions = {}) => {
    const idempotencyKey = operation.isKeyed ? (callOptions.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const { signal, dryRun: isDry = false } = callOptions;
    const outgoing = { operation, input, idempotencyKey, isDry, signal };
    const { answer, mayHaveRun } = await answerTo(outgoing, send, options);
    if (answer.status === 404 && operation.verb === 'DELETE' && mayHaveRun && !isDry) return undefined; // an earlier attempt deleted it
    if (answer.status >= 400) throw refusalIn(answer, idempotencyKey);
    return answer.text === '' ? undefined : JSON.parse(answer.text);
  };
  return {
    call: (operation, ...[input, callOptions]) => outputOf(operation, input, callOptions),
    async *items(operation, ...[input, callOptions]) {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = { ...input?.query, ...(cursor !== undefined && { cursor }) };
        const { data, hasMore, nextCursor } = await outputOf(operation, { ...input, query }, callOptions);
        yield* data;
        cursor = (hasMore && nextCursor) || null;
      }
    },
  };
}

interface Outgoing {
  readonly operation: AnyOperation;
  readonly input: Parts;
  readonly idempotencyKey: string | undefined;
  readonly isDry: boolean;
  readonly signal: AbortSignal | undefined;
}

function answerTo(outgoing: Outgoing, send: Transport, options: ClientOptions) {
  const { operation, input, idempotencyKey, isDry, signal } = outgoing;
  const { retriesMax = 4, wait = pause, timeoutMs = 60_000 } = options;
  const attempt = () => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const headers = headersOf(outgoing, options);
    return send({ operation, input, headers, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  };
  const policy = { retriesMax, wait, isRepeatable: isDry || isRepeatable(operation), isAborted: () => signal?.aborted ?? false };
  return withRetries(attempt, policy).catch((error: unknown) => {
    throw new ConnectionError(error, idempotencyKey);
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function headersOf({ input, idempotencyKey, isDry }: Outgoing, { credentials }: ClientOptions): Headers {
  const headers = new Headers(input.headers as Record<string, string> | undefined);
  headers.set('authorization', authorizationOf(credentials));
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (isDry) headers.set('dry-run', 'true');
  return headers;
}

function authorizationOf(credentials: Credentials): string {
  if ('accessToken' in credentials) return `Bearer ${credentials.accessToken}`;
  return `Basic ${btoa(`${credentials.clientId}:${credentials.clientSecret}`)}`;
}

function refusalIn({ status, headers, text }: Answer, idempotencyKey: string | undefined): ApiError {
  const requestId = headers.get('x-request-id') ?? undefined;
  const nextStep = headers.get('service-next-step') ?? undefined;
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? JSON.parse(text) : { code: `HTTP_${status}`, message: `The response has the status ${status}.` };
  return new ApiError({ ...body, status, nextStep, requestId }, idempotencyKey);
}
