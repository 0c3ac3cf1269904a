// Calls operations: authenticates, repeats what is safe to repeat, and reads lists page by page.
import { ApiError, ConnectionError } from './errors.ts';
import { type AnyOperation, isRepeatable, type Operation, type Page, type Parts } from './operation.ts';
import { type Answer, withRetries } from './retries.ts';

/** An API token of a platform, or the access token of an agent. */
export type Credentials = { readonly clientId: string; readonly clientSecret: string } | { readonly accessToken: string };

export interface ClientOptions {
  /** Address of the platform, without the version: `https://api.example.com`. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Attempts after the first one. Default: 4. */
  readonly retriesMax?: number;
  /** Of one attempt. Default: a minute. */
  readonly timeoutMs?: number;
  /** Default: those of the runtime. */
  readonly fetch?: typeof fetch;
  readonly wait?: (ms: number) => Promise<void>;
}

export interface CallOptions {
  /**
   * Identifies the intended effect. The client makes one for each call, and uses it for all attempts. Pass your own, stored with the
   * payment, to continue after your process has died.
   */
  readonly idempotencyKey?: string;
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

const version = '2025-10-13';

export function createClient(options: ClientOptions): Client {
  const outputOf = async (operation: AnyOperation, input: Parts = {}, callOptions: CallOptions = {}) => {
    const idempotencyKey = operation.isKeyed ? (callOptions.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const { answer, mayHaveRun } = await answerTo({ operation, input, idempotencyKey, signal: callOptions.signal }, options);
    if (answer.status === 404 && operation.verb === 'DELETE' && mayHaveRun) return undefined; // an earlier attempt deleted it
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
  readonly signal: AbortSignal | undefined;
}

function answerTo(outgoing: Outgoing, options: ClientOptions) {
  const { operation, idempotencyKey, signal } = outgoing;
  const { retriesMax = 4, wait = pause } = options;
  const request = requestOf(outgoing, options);
  const policy = { retriesMax, wait, isRepeatable: isRepeatable(operation), isAborted: () => signal?.aborted ?? false };
  return withRetries(() => send(request, options, signal), policy).catch((error: unknown) => {
    throw new ConnectionError(error, idempotencyKey);
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface HttpRequest {
  readonly url: string;
  readonly init: RequestInit;
}

function requestOf({ operation, input, idempotencyKey }: Outgoing, { baseUrl, credentials }: ClientOptions): HttpRequest {
  const { path = {}, query = {}, headers = {}, body } = input;
  const values = new Map<string, unknown>(Object.entries(path));
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/${version}${filled}`);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  const isForm = body instanceof FormData;
  const sent = new Headers(headers as Record<string, string>);
  sent.set('authorization', authorizationOf(credentials));
  if (idempotencyKey !== undefined) sent.set('idempotency-key', idempotencyKey);
  if (body !== undefined && !isForm) sent.set('content-type', 'application/json');
  const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
  return { url: url.href, init: { method: operation.verb, headers: sent, ...content } };
}

function authorizationOf(credentials: Credentials): string {
  if ('accessToken' in credentials) return `Bearer ${credentials.accessToken}`;
  return `Basic ${btoa(`${credentials.clientId}:${credentials.clientSecret}`)}`;
}

/** Reads the response completely: a connection can also end in the middle of it. */
async function send(
  { url, init }: HttpRequest,
  { fetch: fetching = fetch, timeoutMs = 60_000 }: ClientOptions,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetching(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function refusalIn({ status, headers, text }: Answer, idempotencyKey: string | undefined): ApiError {
  const requestId = headers.get('x-request-id') ?? undefined;
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? JSON.parse(text) : { code: `HTTP_${status}`, message: `The response has the status ${status}.` };
  return new ApiError({ ...body, status, requestId }, idempotencyKey);
}
