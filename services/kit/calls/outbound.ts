// HTTP requests to addresses that users configure: one exchange with timeouts, without redirects, and never into our own network.
import type { Agent, buildConnector, Dispatcher, request } from 'undici';
import { atFirstUse } from '../core/at-first-use.ts';
import { ClosedAddress, isClosedLiteral, publicLookup } from '../messages/addresses.ts';
import { refuseInDryRun } from './dry-runs.ts';

export interface Outbound {
  /** One exchange. Throws `NoAnswer` if there is no HTTP response. Every response is a result, whatever its status. */
  post(letter: Letter): Promise<Answer>;
  /** The same with GET. */
  get(request: OutboundRequest): Promise<Answer>;
  close(): Promise<void>;
}

export interface Letter extends OutboundRequest {
  readonly body: Uint8Array;
}

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For the complete exchange, from the connection to the end of the body. */
  readonly timeoutMs: number;
  /** Aborts the exchange. */
  readonly signal?: AbortSignal;
  /** Receivers of sandbox platforms may be in a private network, those of production platforms may not. */
  readonly isPrivateAllowed: boolean;
}

export interface Answer {
  readonly status: number;
  readonly retryAfter?: string;
  /** The first 64 KiB. */
  readonly body: Buffer;
}

/** Why there is no HTTP response. */
export type NoAnswerReason = 'TIMEOUT' | 'DNS' | 'TLS' | 'CONNECTION';

export class NoAnswer extends Error {
  readonly reason: NoAnswerReason;

  constructor(url: string, reason: NoAnswerReason, cause: unknown) {
    super(`No HTTP answer from ${new URL(url).host}: ${reason}.`, { cause });
    this.name = 'NoAnswer';
    this.reason = reason;
  }
}

export interface OutboundOptions {
  /** Default: 5 seconds. */
  readonly connectTimeoutMs?: number;
}

/** Connections stay open for a few seconds per origin. Their number is limited by the exchanges in flight. */
export function openOutbound({ connectTimeoutMs = 5_000 }: OutboundOptions = {}): Outbound {
  const client = atFirstUse(() => openClient(connectTimeoutMs));
  return {
    post: async (letter) => {
      refuseInDryRun(`send a request to ${new URL(letter.url).host}`);
      return exchange({ method: 'POST', ...letter }, await client.use());
    },
    get: async (request) => exchange({ method: 'GET', ...request }, await client.use()),
    close: async () => (await client.made())?.close(),
  };
}

interface Client {
  readonly request: typeof request;
  agentFor(request: OutboundRequest): Agent;
  close(): Promise<void>;
}

/** Loads the library, which is large, and which a start does not need. */
async function openClient(timeout: number): Promise<Client> {
  const undici = await import('undici');
  const { Agent, buildConnector } = undici;
  const agentOf = (connect: buildConnector.connector) =>
    new Agent({ connect, allowH2: false, pipelining: 1, keepAliveTimeout: 4_000, keepAliveMaxTimeout: 60_000 });
  const anywhere = agentOf(buildConnector({ timeout }));
  const publicOnly = agentOf(publicConnector(buildConnector({ timeout, lookup: publicLookup })));
  return {
    request: undici.request,
    agentFor: ({ isPrivateAllowed }) => (isPrivateAllowed ? anywhere : publicOnly),
    close: async () => void (await Promise.all([anywhere.destroy(), publicOnly.destroy()])),
  };
}

function publicConnector(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    if (isClosedLiteral(options.hostname)) return callback(new ClosedAddress(options.hostname), null);
    return connect(options, callback);
  };
}

interface MethodRequest extends OutboundRequest {
  readonly method: 'POST' | 'GET';
  readonly body?: Uint8Array;
}

/**
 * `request` follows no redirects and does not decompress. The timer ends with the exchange: `AbortSignal.timeout` would keep all of it in memory
 * until then.
 */
async function exchange(outbound: MethodRequest, client: Client): Promise<Answer> {
  const { url, method, headers, body = null, timeoutMs, signal: ending } = outbound;
  const ended = new AbortController();
  const end = () => ended.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  if (ending?.aborted) end();
  ending?.addEventListener('abort', end);
  try {
    const answer = await client.request(url, {
      method,
      headers,
      body,
      dispatcher: client.agentFor(outbound),
      signal: ended.signal,
    });
    const retryAfter = answer.headers['retry-after'];
    const first = await firstOf(answer.body);
    return { status: answer.statusCode, body: first, ...(typeof retryAfter === 'string' && { retryAfter }) };
  } catch (error) {
    throw new NoAnswer(url, isLate ? 'TIMEOUT' : reasonOf(error), error);
  } finally {
    clearTimeout(timer);
    ending?.removeEventListener('abort', end);
  }
}

const bodyBytesMax = 64 * 1024;

/** Leaving the loop early closes the connection, so the rest of an endless body is not read. */
async function firstOf(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bodyBytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bodyBytesMax);
}

function reasonOf(error: unknown): NoAnswerReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons.find(([shape]) => shape.test(code))?.[1] ?? 'CONNECTION';
}

/** By error codes of Node's DNS, TLS and undici. All others are connection errors. */
const reasons: readonly (readonly [RegExp, NoAnswerReason])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'DNS'],
  [/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_CA|HOSTNAME_MISMATCH)/, 'TLS'],
  [/TIMEOUT|^ETIMEDOUT/, 'TIMEOUT'],
];
