// API tokens: their names and permissions.
import type { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';

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

/** Each permission once, in the order of first occurrence. */
export function distinct(permissions: readonly Permission[]): Permission[] {
  return [...new Set(permissions)];
}

/** The requested permissions that the granting caller does not have. */
export function beyond(requested: readonly Permission[], own: readonly Permission[]): Permission[] {
  return requested.filter((permission) => !own.includes(permission));
}
