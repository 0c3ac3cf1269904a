// Compares codes in constant time.
import { timingSafeEqual } from 'node:crypto';

export function isSameCode(told: string, right: string): boolean {
  const [one, other] = [Buffer.from(told), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
