// A platform's webhook receiver: a real HTTP server that keeps what it got and answers as it is told.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';

export interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly id?: string };
  readonly raw: Buffer;
  readonly signature: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

export interface Reaction {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** Keeps the sender waiting until this settles. */
  readonly after?: Promise<unknown>;
}

export interface Receiver {
  readonly url: string;
  /** In the order of arrival, without tests. */
  readonly events: Received[];
  readonly tests: Received[];
  /** How to answer, from now on. Tests are answered 200. */
  react(reaction: (event: Received) => Reaction): void;
  /** Most requests that were open at once. */
  openMax(): number;
  close(): Promise<void>;
}

/** `testsToo`: tests are answered like events. */
export async function startReceiver({ testsToo = false } = {}): Promise<Receiver> {
  const events: Received[] = [];
  const tests: Received[] = [];
  let react: (event: Received) => Reaction = () => ({});
  let open = 0;
  let openMax = 0;

  const server = createServer(async (request, response) => {
    openMax = Math.max(openMax, ++open);
    response.on('close', () => open--);
    const received = toReceived(request, await buffer(request));
    const isTest = received.type === 'TEST';
    (isTest ? tests : events).push(received);
    const { status = 200, headers = {}, body = '', after } = isTest && !testsToo ? {} : react(received);
    await after;
    response.writeHead(status, headers).end(body);
  });
  const port = await listen(server);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  afterAll(close);

  return {
    url: `http://127.0.0.1:${port}/hooks`,
    events,
    tests,
    react: (reaction) => void (react = reaction),
    openMax: () => openMax,
    close,
  };
}

function toReceived({ headers }: IncomingMessage, raw: Buffer): Received {
  const signature = headers['x-service-signature'];
  return { ...JSON.parse(raw.toString()), raw, headers, signature: typeof signature === 'string' ? signature : undefined };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
