// Limits the connections of the RPC port, in total and per address.
import { type BlockList, createServer, isIPv6, type Server, type Socket } from 'node:net';

export interface ConnectionLimits {
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
  /** Proxies in front. The clients of a proxy share its address, so it must limit them. */
  readonly proxies: BlockList;
}

/** A server that accepts connections within the limits and closes all others. */
export function boundedServer(limits: ConnectionLimits, handOn: (socket: Socket) => void): Server {
  const counts = new Map<string, number>();
  let all = 0;
  return createServer({ noDelay: true }, (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = counts.get(address) ?? 0;
    socket.once('error', () => socket.destroy());
    const hasPlace = count < limits.connectionsPerAddressMax || limits.proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    if (all >= limits.connectionsMax || !hasPlace) return void socket.destroy();
    all++;
    counts.set(address, count + 1);
    socket.once('close', () => {
      all--;
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    handOn(socket);
  });
}
