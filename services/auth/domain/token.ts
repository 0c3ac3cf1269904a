// API tokens: what they hold, what they may grant.
import type { CreateTokenRequest } from '../../../gen/payments/auth/v1/token_pb.ts';
import type { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';

export interface ApiToken {
  readonly id: string;
  readonly platformId: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly clientId: string;
  readonly secretHash: Uint8Array;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An empty name is told of by the rules of the field. */
export function checkNewToken({ name }: CreateTokenRequest): FieldError[] {
  const isFit = name === '' || (name.trim() !== '' && [...name.trim()].length <= nameMax);
  return isFit ? [] : [{ field: 'name', message: `must have 1 to ${nameMax} characters, not counting surrounding spaces` }];
}

const nameMax = 255;

/** Each permission once, in the order of the first mention. */
export function distinct(permissions: readonly Permission[]): Permission[] {
  return [...new Set(permissions)];
}

/** The permissions asked for that the granting caller does not have itself. */
export function beyond(requested: readonly Permission[], own: readonly Permission[]): Permission[] {
  return requested.filter((permission) => !own.includes(permission));
}
