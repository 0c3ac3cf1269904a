// One plaintext port for HTTP/1.1 and HTTP/2: gRPC needs the one, plain Connect clients and our own processes speak the other.
import { createServer as createHttp1, type Server as Http1Server } from 'node:http';
import { createServer as createHttp2, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';
import type { connectNodeAdapter } from '@connectrpc/connect-node';
import type { Drainable } from '../drain.ts';

/** A server that can be told to let go of its connections. */
export type OnePort = Server & Drainable['server'];

/** Tells the protocols apart by the first bytes: HTTP/2 opens with `PRI`. */
export function onePort(handler: ReturnType<typeof connectNodeAdapter>): OnePort {
  const http1 = createHttp1({ keepAliveTimeout: 75_000 }, handler);
  http1.emit('listening'); // it never does, and would not watch over its connections: their time-outs, and which are idle
  const http2 = createHttp2(handler);
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  http2.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.once('error', () => socket.destroy());
    socket.once('readable', () => route(socket, http1, http2));
  });
  return closable(server, { http1, sessions, sockets });
}

function route(socket: Socket, http1: Http1Server, http2: Http2Server): void {
  const first = socket.read() as Buffer | null;
  if (!first) return;
  socket.unshift(first);
  const isHttp2 = first.subarray(0, 3).toString('latin1') === 'PRI';
  (isHttp2 ? http2 : http1).emit('connection', socket);
}

interface Inner {
  readonly http1: Http1Server;
  readonly sessions: ReadonlySet<ServerHttp2Session>;
  readonly sockets: ReadonlySet<Socket>;
}

/** Closing lets running calls end: HTTP/2 clients are told to go away, and idle HTTP/1.1 connections are closed. */
function closable(server: Server, { http1, sessions, sockets }: Inner): OnePort {
  const closeIdleConnections = () => {
    http1.closeIdleConnections();
    for (const session of sessions) session.close();
  };
  const closeAllConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(server, { closeIdleConnections, closeAllConnections });
}
