// A server that refuses every request immediately: attacks on it show the cost of the attacker alone.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { answerTasks } from '../kit/answer-tasks.ts';

export interface DecoyAddresses {
  readonly grpc: string;
  readonly rest: string;
}

const grpc = createHttp2Server({ settings: { maxConcurrentStreams: 100 } }, (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/grpc', 'grpc-status': '16' }).end();
});
const rest = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(401).end());
});

const listening = [grpc, rest].map((server) => once(server.listen(0, '127.0.0.1'), 'listening'));
const addressOf = (server: typeof rest | typeof grpc) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

answerTasks<object, DecoyAddresses>(async () => {
  await Promise.all(listening);
  return { grpc: addressOf(grpc), rest: addressOf(rest) };
});
