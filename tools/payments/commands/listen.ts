// `listen`: receives the webhooks of a sandbox on this machine, until Ctrl-C.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readPublicKeys } from '../../../services/webhooks/domain/signature.ts';
import { amountOf } from '../amount.ts';
import { type Call, command } from '../command.ts';
import { loggedEvents, timeOf } from '../event-log.ts';
import { CommandFailure, UsageMistake } from '../failures.ts';
import type { Platform } from '../platform.ts';
import { receiver } from '../webhook-receiver.ts';
import { isResent } from './events.ts';

interface PlatformSettings {
  readonly id: string;
  readonly webhookEndpoint?: string;
}

const options = {
  'forward-to': { value: 'URL', description: 'send each verified event on, with its signature, and return the response' },
  events: { value: 'TYPES', isRepeated: true, description: "only these types: 'OUTGOING_*'" },
  since: { value: 'TIME', description: 'first have the events since then sent again: 1h, or 2027-01-31T12:00:00Z' },
  print: { value: 'WHAT', description: 'body: also print the body of each event', values: () => ['body'] },
  port: { value: 'PORT', description: 'where to listen; 8787 if absent' },
} as const;

type ListenCall = Call<keyof typeof options>;

export const listen = command({
  name: 'listen',
  summary: 'Show the webhooks of the sandbox as they arrive',
  details: [
    'Becomes the webhook endpoint of the platform until Ctrl-C, then restores the former one. Verifies each signature, and refuses what ' +
      'is not a signed event of this platform.',
  ],
  options,
  examples: [
    'listen',
    'listen --forward-to http://localhost:3000/webhooks',
    "listen --events 'OUTGOING_*' --events 'CUSTOMER.*' --print body",
    'listen --since 1h --json',
  ],
  run: async (call) => {
    const print = call.text('print');
    if (print !== undefined && print !== 'body') throw new UsageMistake('--print can be body.');
    const platform = await call.platform();
    if (platform.environment === 'production')
      throw new CommandFailure('listen replaces the webhook endpoint, so it works with sandboxes only. Use "events list".');
    const since = await timeOf(platform, call.text('since'));
    const settings = await platform.get<PlatformSettings>('/config');
    const server = await opened(await receiverOf(call, platform, settings), amountOf(call.text('port') ?? '8787'));
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      await platform.patch('/config', { webhookEndpoint: own });
      call.print.note(`Webhooks of ${platform.connection.origin} arrive at ${own} until Ctrl-C.`);
      if (since) await resend(platform, { types: call.all('events'), since });
      if (!call.host.interrupted.aborted) await once(call.host.interrupted, 'abort');
    } finally {
      server.close();
      server.closeAllConnections();
      // An endpoint that a killed listener left behind need not be restored.
      const { webhookEndpoint: former = '' } = settings;
      await platform.patch('/config', { webhookEndpoint: former === own ? '' : former });
    }
  },
});

async function receiverOf(
  { print, text, all }: ListenCall,
  platform: Platform,
  { id }: PlatformSettings,
): Promise<RequestListener> {
  const forwardTo = text('forward-to');
  return receiver({
    platformId: id.replace('PlatformConfig:', 'Platform:'),
    keys: readPublicKeys(await platform.text('/.well-known/webhook-public-key.pem?environment=sandbox')),
    types: all('events'),
    isBodyShown: text('print') === 'body',
    print,
    ...(forwardTo !== undefined && { forwardTo }),
  });
}

async function opened(receive: RequestListener, port: number): Promise<Server> {
  const server = createServer(receive);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, '127.0.0.1', resolve);
  await promise.catch((cause: unknown) => {
    throw new CommandFailure(`Port ${port} cannot be used. Pass --port with another one, or 0 for any.`, { cause });
  });
  return server;
}

/** Oldest first, as they were sent. */
async function resend(platform: Platform, filter: { types: readonly string[]; since: Date }): Promise<void> {
  const events = (await Array.fromAsync(loggedEvents(platform, filter))).filter(isResent);
  for (const { id } of events.toReversed()) await platform.post(`/events/${id}/resend`);
}
