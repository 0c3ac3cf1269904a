// Client ids and secrets: made from random bytes, kept as a hash, compared in constant time.
import { createHash, timingSafeEqual } from 'node:crypto';

/** 32 lower-case hexadecimal digits out of 16 random bytes. */
export function clientIdFrom(random: Buffer): string {
  return random.subarray(0, 16).toString('hex');
}

/** 48 lower-case hexadecimal digits out of 24 random bytes. */
export function secretFrom(random: Buffer): string {
  return random.subarray(0, 24).toString('hex');
}

/** Enough for a secret of 192 random bits: there is no list of likely ones to try. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Takes the same time for every wrong secret. */
export function isSecret(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashOf(secret), hash);
}
