// Which network addresses are public. Requests to addresses that platforms configure must not reach our own network.
import { type LookupAddress, lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** All special-purpose addresses (RFC 6890) that are not public, including cloud metadata in 169.254/16. */
const closed = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(net, prefix, 'ipv4');
}

/** IPv6 is public in 2000::/3 only, except ranges for embedded IPv4 addresses and documentation. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(net, prefix, 'ipv6');
}

/** Whether this IP address, without brackets, can belong to a public server of a third party. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && open6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/**
 * Whether the host of a URL is, or resolves to, public addresses only. A name that does not resolve counts as public: it is checked again
 * at every call.
 */
export async function isPublicHost(host: string): Promise<boolean> {
  const literal = withoutBrackets(host);
  if (isIP(literal)) return isPublicAddress(literal);
  const { promise, resolve: settle } = Promise.withResolvers<LookupAddress[]>();
  resolve(literal, { all: true }, (error, addresses) => settle(error ? [] : addresses));
  return !isLocalName(literal) && (await promise).every(({ address }) => isPublicAddress(address));
}

/** The connection is refused because the name resolves to an address that is not public. */
export class ClosedAddress extends Error {
  constructor(host: string) {
    super(`${host} is not a public address.`);
    this.name = 'ClosedAddress';
  }
}

/** DNS for outbound connections: returns only public addresses of a name, and an error if there are none. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const [first, ...others] = addresses.filter(({ address }) => isPublicAddress(address));
    if (!first) return callback(new ClosedAddress(host), []);
    if (options.all) return callback(null, [first, ...others]);
    return callback(null, first.address, first.family);
  });
};

/** IP addresses are not looked up, so they are checked separately. */
export function isClosedLiteral(host: string): boolean {
  const literal = withoutBrackets(host);
  return isIP(literal) !== 0 && !isPublicAddress(literal);
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function isLocalName(host: string): boolean {
  return /(^|\.)(localhost|local|internal)\.?$/i.test(host);
}
