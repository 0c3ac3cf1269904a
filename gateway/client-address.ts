// The address of the client: of the connection, or as trusted proxies in front report it.
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** IP address of the client. */
    clientAddress: string;
  }
}

/** `proxies`: their X-Forwarded-For is believed. The host of a request always comes from its own header. */
export function noteClientAddresses(app: FastifyInstance, proxies = new BlockList()): void {
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', async (request) => {
    request.clientAddress = clientOf(request, proxies);
  });
}

/** Each proxy appends the address of its own peer, so the list is read from its end. A client can only invent its beginning. */
function clientOf({ socket, headers }: FastifyRequest, proxies: BlockList): string {
  let client = socket.remoteAddress ?? '';
  const forwarded = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(/\s*,\s*/);
  while (isIn(proxies, client)) {
    const next = forwarded.pop()?.trim() ?? '';
    if (!isIP(next)) return client;
    client = next;
  }
  return client;
}

function isIn(networks: BlockList, address: string): boolean {
  return isIP(address) !== 0 && networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
