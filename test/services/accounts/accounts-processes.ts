// The accounts service in two processes on one database; a server in the test receives their events.
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { fromBinary } from '@bufbuild/protobuf';
import { type handleUnaryCall, Server, ServerCredentials } from '@grpc/grpc-js';
import { AcceptEventsRequestSchema, EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { accounts } from '../../../services/accounts/service.ts';
import { select } from '../../kit/books.ts';
import { testDatabase } from '../../kit/database.ts';
import { templateOf } from '../../kit/doors.ts';
import { dispatchAt } from '../../kit/internal-at.ts';
import { startProcess } from '../../kit/launch.ts';
import { eventually } from '../../kit/payments.ts';
import { platformThrough, type ReceivedEvent, receivedIn, type World } from './accounts-world.ts';

export type TwoProcesses = Pick<World, 'events' | 'newPlatform' | 'settle' | 'close'>;

export async function startTwoProcesses(): Promise<TwoProcesses> {
  const url = await testDatabase(await templateOf([accounts]));
  const events: ReceivedEvent[] = [];
  const ear = await startEar(events);
  // No call here reaches the other services that accounts needs.
  const env = { DATABASE_URL: url, WEBHOOKS_URL: ear.url, AUTH_URL: ear.url, CUSTOMERS_URL: ear.url, PLATFORM_URL: ear.url };
  const start = () => startProcess({ main: 'services/accounts/main.ts', env });
  const processes = [await start(), await start()];
  const doors = processes.map(({ rpc }) => dispatchAt(rpc));

  return {
    events,
    newPlatform: (environment = 'sandbox') => platformThrough({ doors, id: randomUUID(), environment }),
    settle: async () => {
      await eventually(
        () => select(url, 'select from accounts.outbox limit 1'),
        (left) => left.length === 0,
      );
    },
    close: async () => {
      await Promise.all(processes.map((one) => one.end()));
      ear.close();
    },
  };
}

/** Receives events like the webhooks service: an empty message confirms that they are stored. */
async function startEar(events: ReceivedEvent[]) {
  const server = new Server();
  const method = {
    path: `/${EventService.typeName}/${EventService.method.acceptEvents.name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: (bytes: Buffer) => bytes,
    requestDeserialize: (bytes: Buffer) => bytes,
    responseSerialize: (bytes: Buffer) => bytes,
    responseDeserialize: (bytes: Buffer) => bytes,
  };
  const acceptEvents: handleUnaryCall<Buffer, Buffer> = ({ request }, answer) => {
    events.push(...receivedIn(fromBinary(AcceptEventsRequestSchema, request)));
    answer(null, Buffer.alloc(0));
  };
  server.addService({ acceptEvents: method }, { acceptEvents });
  const bind = promisify(server.bindAsync.bind(server)) as (address: string, credentials: ServerCredentials) => Promise<number>;
  const port = await bind('127.0.0.1:0', ServerCredentials.createInsecure());
  return { url: `http://127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
