// One plaintext port for HTTP/1.1 and HTTP/2: gRPC needs the one, plain Connect clients and our own processes speak the other.
import { createServer as createHttp1, type Server as Http1Server, type RequestListener } from 'node:http';
import { createServer as createHttp2, type Http2SecureServer, type Http2Server } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';

/** A server for Fastify's `serverFactory`. Tells the protocols apart by the first bytes: HTTP/2 opens with `PRI`. */
export function onePort(handler: RequestListener): Http1Server {
  const http1 = createHttp1({ keepAliveTimeout: 75_000 }, handler);
  const http2 = createHttp2(handler as unknown as Parameters<typeof createHttp2>[1]);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.once('error', () => socket.destroy());
    socket.once('readable', () => route(socket, http1, http2));
  });
  return closable(server, { http1, sockets });
}

function route(socket: Socket, http1: Http1Server, http2: Http2Server | Http2SecureServer): void {
  const first = socket.read() as Buffer | null;
  if (!first) return;
  socket.unshift(first);
  const isHttp2 = first.subarray(0, 3).toString('latin1') === 'PRI';
  (isHttp2 ? http2 : http1).emit('connection', socket);
}

interface Inner {
  readonly http1: Http1Server;
  readonly sockets: ReadonlySet<Socket>;
}

/** Closing lets running calls end; connections that idle are closed by the process that drains. */
function closable(server: Server, { http1, sockets }: Inner): Http1Server {
  return Object.assign(server, {
    closeIdleConnections: () => http1.closeIdleConnections(),
    closeAllConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  }) as unknown as Http1Server;
}
