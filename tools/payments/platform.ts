// The API of a platform, over REST.
import { versionPrefix } from '../../gateway/version.ts';
import type { Connection } from './connection.ts';
import { CommandFailure, NoConnection } from './failures.ts';

export interface Platform {
  readonly connection: Connection;
  readonly environment: 'sandbox' | 'production';
  /** The response to a path of the contract: `/customers`. Throws a `Refusal`. */
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body?: object): Promise<Body>;
  patch<Body>(path: string, body: object): Promise<Body>;
  send<Body>(request: Sent): Promise<Body>;
  /** The text of a path outside the version. */
  text(path: string): Promise<string>;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Instead of a body. */
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response of the platform. */
export class Refusal extends CommandFailure {
  readonly status: number;
  readonly code: string;
  /** As the platform sent it. */
  readonly body: RefusedBody;

  constructor({ method, path }: Sent, body: RefusedBody, headers: Headers) {
    const { status, code = '', message = '', details } = body;
    const fields = (details?.errors ?? []).map(({ field, message: problem }) => `  ${field}: ${problem}`);
    const reason = details?.reason ? ` (${details.reason})` : '';
    const nextStep = headers.get('service-next-step');
    const notes = [...(nextStep === null ? [] : [`  next: ${nextStep}`]), `  request ${headers.get('x-request-id')}`];
    super([`${method} ${path} returned ${status} ${code}${reason}: ${message}`, ...fields, ...notes].join('\n'));
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

interface RefusedBody {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly details?: { readonly reason?: string; readonly errors?: readonly { field: string; message: string }[] };
}

/** Refuses a platform in production that was not named. */
export async function connect(connection: Connection): Promise<Platform> {
  const environment = await environmentOf(connection);
  if (environment === 'production' && !connection.isNamed)
    throw new NoConnection(
      `${connection.origin} is not a sandbox. Save it with "npx payments config save <name>", and name it with --profile <name>.`,
    );
  const send = async <Body>(request: Sent): Promise<Body> => {
    const answer = await ask(connection, request);
    const text = await answer.text();
    const body = text === '' ? undefined : JSON.parse(text);
    if (!answer.ok) throw new Refusal(request, { ...body, status: answer.status }, answer.headers);
    return body;
  };
  return {
    connection,
    environment,
    send,
    get: (path) => send({ method: 'GET', path }),
    post: (path, body = {}) => send({ method: 'POST', path, body }),
    patch: (path, body) => send({ method: 'PATCH', path, body }),
    text: async (path) => {
      const answer = await reach(connection, path, {});
      if (!answer.ok) throw new CommandFailure(`GET ${path} returned ${answer.status}.`);
      return answer.text();
    },
  };
}

/** Only sandbox platforms have a clock to read. The request log does not show this. */
async function environmentOf(connection: Connection): Promise<Platform['environment']> {
  const { status } = await ask(connection, { method: 'GET', path: '/sandbox/clock', headers: { 'service-request-log': 'off' } });
  if (status === 401)
    throw new NoConnection(
      `${connection.origin} does not accept the credentials (${connection.source}). Create a new API token.`,
    );
  return status === 200 ? 'sandbox' : 'production';
}

function ask(connection: Connection, { method, path, body, form, headers = {} }: Sent): Promise<Response> {
  const { clientId, clientSecret } = connection;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return reach(connection, `${versionPrefix}${path}`, {
    method,
    headers: { authorization, ...json, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  });
}

function reach({ origin }: Connection, path: string, init: RequestInit): Promise<Response> {
  return fetch(`${origin}${path}`, init).catch((cause: unknown) => {
    throw new NoConnection(`There is no platform at ${origin}. Run "npm start" first, or set PUBLIC_URL or PAYMENTS_URL.`, {
      cause,
    });
  });
}
