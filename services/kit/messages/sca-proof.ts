// Checks of a proof of strong customer authentication: exactly one proof, and complete.
import type { FieldError } from './json/problems.ts';

export interface GivenProof {
  readonly code?: string | undefined;
  readonly passkeyAssertion?: object | undefined;
  readonly origin?: string | undefined;
}

export function checkScaProof({ code, passkeyAssertion, origin }: GivenProof): FieldError[] {
  if (code !== undefined && passkeyAssertion) return [{ field: 'passkeyAssertion', message: 'cannot be combined with code' }];
  if (code === undefined && !passkeyAssertion) return [{ field: 'code', message: 'or passkeyAssertion is required' }];
  return passkeyAssertion && origin === undefined ? [{ field: 'origin', message: 'is required with passkeyAssertion' }] : [];
}
