// Creates a unique payment reference.
import { randomBytes } from 'node:crypto';
import { referenceBytes, referenceOf } from '../../domain/shared/reference.ts';

export function newReference(): string {
  return referenceOf(randomBytes(referenceBytes));
}
