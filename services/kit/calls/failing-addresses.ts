// Limits failed authentications per address. Each process counts separately, in bounded memory.
import { isIPv4, isIPv6 } from 'node:net';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Clock } from '../core/clock.ts';
import { RecentMap } from '../core/recent-map.ts';
import { Refusal } from '../messages/fail.ts';

export interface FailingAddresses {
  /** Throws RATE_LIMITED for an address that exceeded its limit in this minute. */
  check(address: string): void;
  /** Counts a failure. */
  count(address: string): void;
}

/** The address with the oldest failure is evicted. */
const addressesMax = 10_000;
const windowMs = 60_000;

/** `perMinute`: 0 for no limit. */
export function failingAddresses(perMinute: number, wall: Clock): FailingAddresses {
  const failures = new RecentMap<string, { sinceMs: number; count: number }>(addressesMax);
  const nowMs = () => wall.now().getTime();
  const current = (name: string) => {
    const known = failures.get(name);
    return known && nowMs() - known.sinceMs < windowMs ? known : undefined;
  };

  return {
    check(address) {
      const known = current(networkOf(address));
      if (perMinute === 0 || !known || known.count < perMinute) return;
      const retryAfterSeconds = Math.ceil((known.sinceMs + windowMs - nowMs()) / 1_000);
      throw new Refusal(ErrorCode.RATE_LIMITED, 'Too many failed authentications from this address. Try again later.', {
        retryAfterSeconds,
      });
    },
    count(address) {
      const name = networkOf(address);
      const { sinceMs, count } = current(name) ?? { sinceMs: nowMs(), count: 0 };
      failures.set(name, { sinceMs, count: count + 1 });
    },
  };
}

/** An IPv4 address, or the first 64 bits of an IPv6 address, because one user controls all addresses below. Ignores ports. */
export function networkOf(address: string): string {
  const [, bracketed = address] = /^\[(.+)\](?::\d+)?$/.exec(address) ?? [];
  const mapped = bracketed.replace(/^::ffff:(?=\d+\.)/i, '');
  const [host = ''] = /^\d+\.\d+\.\d+\.\d+/.exec(mapped) ?? [];
  if (isIPv4(host)) return host;
  if (!isIPv6(mapped)) return mapped;
  const [front = '', back] = mapped.split('%', 1).join('').split('::');
  const groups = front === '' ? [] : front.split(':');
  const after = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}
