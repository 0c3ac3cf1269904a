// The server of REST with TLS. It speaks HTTP/1.1, as without TLS: the limits of the port are made for it.
import { createServer, type ServerOptions } from 'node:https';
import type { FastifyServerFactory } from 'fastify';
import { handshakeMsMax, type ServerCertificate } from '../services/kit/rpc/certificate.ts';

interface Timeouts extends Pick<ServerOptions, 'keepAliveTimeout' | 'requestTimeout'> {
  readonly connectionTimeout?: number;
  readonly http: Pick<ServerOptions, 'headersTimeout' | 'requireHostHeader'>;
}

/** Fastify applies timeouts only to servers that it creates itself. */
export function encryptedBy(certificate: ServerCertificate, timeouts: Timeouts): FastifyServerFactory {
  const { http, keepAliveTimeout, requestTimeout, connectionTimeout = 0 } = timeouts;
  return (handle) => {
    const limits = { ...http, keepAliveTimeout, requestTimeout, handshakeTimeout: handshakeMsMax };
    const server = createServer({ ...certificate.options(), ...limits }, handle);
    certificate.follow(server);
    return server.setTimeout(connectionTimeout);
  };
}
