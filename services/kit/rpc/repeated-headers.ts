// Detects repeated headers of calls. Node keeps the first one, but a proxy in front may have used the other one.
import type { Http2Server, Http2Stream } from 'node:http2';
import type { Server } from '@grpc/grpc-js';

const singleHeaders = ['authorization'];
const repeated = new WeakMap<Http2Stream, string>();

/** Checks the raw headers of all calls of a server. Call it after its connections are set up. */
export function watchHeaders(server: Server): void {
  const { http2Servers } = server as unknown as ServerParts;
  for (const http2Server of http2Servers.keys()) {
    http2Server.prependListener('stream', (stream, _headers, _flags, raw: readonly string[]) => {
      const names = raw.filter((_, index) => index % 2 === 0);
      const twice = singleHeaders.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
      if (twice !== undefined) repeated.set(stream, twice);
    });
  }
}

/** The name of a repeated header. */
export const repeatedHeaderOf = (stream: Http2Stream): string | undefined => repeated.get(stream);

/** Internals of grpc-js without a public API. */
interface ServerParts {
  readonly http2Servers: ReadonlyMap<Http2Server, unknown>;
}
