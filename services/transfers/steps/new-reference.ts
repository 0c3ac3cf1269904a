// A reconciliation reference that nobody has had before.
import { randomBytes } from 'node:crypto';
import { referenceBytes, referenceOf } from '../domain/reference.ts';

export function newReference(): string {
  return referenceOf(randomBytes(referenceBytes));
}
