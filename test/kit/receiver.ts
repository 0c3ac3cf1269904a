// An external webhook receiver: a real HTTP server that records its requests and answers as configured.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from './file-end.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes, as signed. */
  readonly bytes: Buffer;
  /** The bytes as JSON; undefined if they are none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

export interface ReceiverAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Waits for this before it answers: a promise that the test settles. */
  readonly after?: Promise<unknown>;
  /** Drops the connection instead. */
  readonly hangUp?: boolean;
}

export interface Receiver {
  /** `http://127.0.0.1:<port>/hook` */
  readonly url: string;
  /** In order of arrival. */
  readonly received: Received[];
  /** The same without TEST events, and only those. */
  readonly events: Received[];
  readonly tests: Received[];
  /** Types of the received events, without TEST events. */
  types(): string[];
  /** Sets the answers from now on, by the request. */
  answer(by: ReceiverAnswer | ((received: Received) => ReceiverAnswer)): void;
  /** Settles when this many have arrived in total; immediately if they already have. */
  arrived(count: number): Promise<Received[]>;
  /** Maximum number of concurrent requests. */
  openMax(): number;
  close(): Promise<void>;
}

/** Listens until the test file ends. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { count: number; settle: () => void }[] = [];
  let answerTo: (received: Received) => ReceiverAnswer = () => ({});

  let open = 0;
  let openMax = 0;
  const isTest = ({ body }: Received) => body?.type === 'TEST';

  const server = createServer(async (request, response) => {
    openMax = Math.max(openMax, ++open);
    response.on('close', () => open--);
    const bytes = Buffer.concat(await Array.fromAsync(request));
    const arrival = { path: request.url ?? '', headers: request.headers, bytes, body: parsed(bytes) };
    received.push(arrival);
    for (const { count, settle } of waiting) if (received.length >= count) settle();
    await reply(response, answerTo(arrival));
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;

  const close = async () => {
    server.closeAllConnections();
    await new Promise((ended) => server.close(ended));
  };
  atEndOfFile(() => (server.listening ? close() : undefined));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    get events() {
      return received.filter((one) => !isTest(one));
    },
    get tests() {
      return received.filter(isTest);
    },
    types: () => received.filter((one) => !isTest(one)).map(({ body }) => body?.type),
    answer: (by) => {
      answerTo = typeof by === 'function' ? by : () => by;
    },
    arrived: async (count) => {
      const { promise, resolve: settle } = Promise.withResolvers<void>();
      waiting.push({ count, settle });
      if (received.length >= count) settle();
      await promise;
      return received;
    },
    openMax: () => openMax,
    close,
  };
}

async function reply(response: ServerResponse, { status = 200, headers = {}, body = '', after, hangUp }: ReceiverAnswer) {
  await after;
  if (hangUp) response.destroy();
  else response.writeHead(status, { ...headers }).end(body);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
