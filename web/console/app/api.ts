// The REST API of the platform.
import { type Credentials, settings } from './settings.ts';

export interface Api {
  /** Throws an `ApiError`. */
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body?: object): Promise<Body>;
  send<Body>(request: Sent): Promise<Body>;
  /** Calls `onEntry` for each further entry of a list, until `signal` is aborted. Connects again after failures. */
  follow<Entry>(path: string, followed: Followed<Entry>): Promise<void>;
}

export interface Sent {
  readonly method: string;
  /** After the version: `/customers`. */
  readonly path: string;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Followed<Entry> {
  readonly signal: AbortSignal;
  readonly onEntry: (entry: Entry) => void;
  readonly onState: (isConnected: boolean) => void;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    const fields = (body.details?.errors ?? []).map(({ field, message }) => `${field} ${message}`);
    super([`${status} ${body.code ?? ''}: ${body.message ?? 'The platform cannot be reached.'}`, ...fields].join(' – '));
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? '';
    this.body = body;
  }
}

interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly details?: { readonly errors?: readonly { readonly field: string; readonly message: string }[] };
}

/** The headers that name the caller. */
export interface Identity {
  readonly authorization: string;
  readonly 'x-platform-id'?: string;
}

export function basicIdentity({ clientId, clientSecret }: Credentials): Identity {
  return { authorization: `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${clientId}:${clientSecret}`)))}` };
}

/** Of an operator, for one platform. */
export function operatorIdentity({ token, platformId }: { readonly token: string; readonly platformId: string }): Identity {
  return { authorization: `Bearer ${token}`, 'x-platform-id': platformId };
}

/** Reads are not logged: the log shows what the software of the developer does, and what the console changes. */
export function openApi(identity: Identity): Api {
  const unlogged = { 'service-request-log': 'off' };
  const send = async <Body>({ method, path, body, form, headers = {} }: Sent): Promise<Body> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(settings.prefix + path, {
      method,
      headers: { ...identity, ...json, ...(method === 'GET' && unlogged), ...headers },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      credentials: 'omit', // or browsers ask for a password after a 401
    });
    const text = await answer.text();
    const parsed = text === '' ? undefined : JSON.parse(text);
    if (!answer.ok) throw new ApiError(answer.status, parsed ?? {});
    return parsed;
  };
  return {
    send,
    get: (path) => send({ method: 'GET', path }),
    post: (path, body = {}) => send({ method: 'POST', path, body }),
    async follow(path, followed) {
      for (let last: string | undefined; !followed.signal.aborted; ) {
        const headers = { ...identity, accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) };
        last = await readEvents(
          fetch(settings.prefix + path, { headers, credentials: 'omit', signal: followed.signal }),
          followed,
          last,
        );
        followed.onState(false);
        await new Promise((resolve) => setTimeout(resolve, reconnectMs));
      }
    },
  };
}

const reconnectMs = 2_000;

/** Returns the id of the last event, when the stream has ended. */
async function readEvents<Entry>(
  answering: Promise<Response>,
  followed: Followed<Entry>,
  before?: string,
): Promise<string | undefined> {
  let last = before;
  try {
    const answer = await answering;
    if (!answer.ok || !answer.body) return last;
    followed.onState(true);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let buffered = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = (buffered + piece.value).split('\n\n');
      buffered = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        const data = fields.get('data');
        if (data === undefined) continue;
        last = fields.get('id') ?? last;
        followed.onEntry(JSON.parse(data) as Entry);
      }
    }
  } catch {
    // The connection was lost, or the page is left: the caller decides whether to connect again.
  }
  return last;
}
