// A new credential of an operator.
import { randomBytes } from 'node:crypto';
import type { AuthContext } from '../context.ts';
import { expiryAfter, type Operator, tokenWith } from '../domain/operator.ts';
import { hashOf, secretFrom } from '../domain/secret.ts';

export interface NewOperator extends Pick<Operator, 'name' | 'scopes'> {
  readonly expiresInDays: number;
}

/** Not stored yet. Only the response that creates the credential contains its token. */
export function newOperator({ name, scopes, expiresInDays }: NewOperator, { ids, wall }: AuthContext) {
  const token = tokenWith(secretFrom(randomBytes(24)));
  const createdAt = wall.now();
  const operator: Operator = {
    id: ids.next(),
    name: name.trim(),
    scopes: [...new Set(scopes)],
    tokenHash: hashOf(token),
    createdAt,
    expiresAt: expiryAfter(expiresInDays, createdAt),
    revokedAt: undefined,
  };
  return { operator, token };
}
