// The accounts service in two processes on one database; a server in the test takes their events.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fromBinary } from '@bufbuild/protobuf';
import { AcceptEventsRequestSchema } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { ask } from '../../kit/books.ts';
import { testDatabase } from '../../kit/database.ts';
import { dispatchAt } from '../../kit/internal-at.ts';
import { startProcess } from '../../kit/launch.ts';
import { eventually } from '../../kit/payments.ts';
import { type HeardEvent, heardIn, platformThrough, type World } from './accounts-world.ts';

export type TwoProcesses = Pick<World, 'events' | 'newPlatform' | 'settle' | 'close'>;

export async function startTwoProcesses(): Promise<TwoProcesses> {
  const url = await testDatabase();
  const events: HeardEvent[] = [];
  const ear = await startEar(events);
  // Nothing here calls the other services that accounts needs.
  const env = { DATABASE_URL: url, WEBHOOKS_URL: ear.url, AUTH_URL: ear.url, CUSTOMERS_URL: ear.url };
  const start = () => startProcess({ main: 'services/accounts/main.ts', env });
  const processes = [await start(), await start()];
  const doors = processes.map(({ rpc }) => dispatchAt(rpc));

  return {
    events,
    newPlatform: (environment = 'sandbox') => platformThrough({ doors, id: randomUUID(), environment }),
    settle: async () => {
      await eventually(
        () => ask(url, 'select from accounts.outbox limit 1'),
        (left) => left.length === 0,
      );
    },
    close: async () => {
      await Promise.all(processes.map((one) => one.end()));
      ear.close();
    },
  };
}

/** Takes events as the webhook service would: an empty message says that they are kept. */
async function startEar(events: HeardEvent[]) {
  const server = createServer(async (request, response) => {
    events.push(...heardIn(fromBinary(AcceptEventsRequestSchema, await buffer(request))));
    response.writeHead(200, { 'content-type': 'application/proto' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
