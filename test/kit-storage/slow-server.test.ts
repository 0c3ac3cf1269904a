// A start waits for a server that accepts a connection and does not answer at first.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { silent } from '../../services/kit/core/log.ts';
import { openSession } from '../../services/kit/storage/session.ts';
import { testDatabase } from '../kit/database.ts';

/** Forwards to the server, except the first connection, which it leaves without an answer. */
async function silentAtFirst(databaseUrl: string): Promise<{ readonly url: string; readonly connections: () => number }> {
  const { hostname, port } = new URL(databaseUrl);
  let connections = 0;
  const proxy = createServer((socket) => {
    socket.on('error', () => undefined);
    if (++connections === 1) return;
    const server = connect(Number(port), hostname);
    server.on('error', () => undefined);
    socket.pipe(server).pipe(socket);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  url.searchParams.delete('host'); // a socket of the server
  return { url: url.href, connections: () => connections };
}

test('a session opens although the first connection times out', async () => {
  const { url, connections } = await silentAtFirst(await testDatabase());

  const session = await openSession({ url, log: silent });
  await session.close();

  expect([session.problem(), connections() > 1]).toEqual([undefined, true]);
});
