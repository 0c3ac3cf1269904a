// The connections of the RPC port: bounded in all and for each address, so that nobody takes them all.
import { type BlockList, createServer, isIPv6, type Server, type Socket } from 'node:net';

export interface ConnectionLimits {
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
  /** Proxies in front: the clients behind one share its address, and it counts them. */
  readonly proxies: BlockList;
}

/** A server that hands on each connection within the limits, and closes the others at once. */
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
