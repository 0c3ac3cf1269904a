// Client ids and secrets: generated from random bytes, stored as a hash, compared in constant time.
import { createHash, timingSafeEqual } from 'node:crypto';

/** 32 lower-case hexadecimal digits from 16 random bytes. */
export function clientIdFrom(random: Buffer): string {
  return random.subarray(0, 16).toString('hex');
}

/** 48 lower-case hexadecimal digits from 24 random bytes. */
export function secretFrom(random: Buffer): string {
  return random.subarray(0, 24).toString('hex');
}

/** Sufficient for a secret of 192 random bits, which cannot be guessed. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Takes the same time for every wrong secret. */
export function isSecret(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashOf(secret), hash);
}
