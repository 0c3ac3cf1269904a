// Operators: the scopes and the validity of their credentials.
import { OperatorScope } from '../../../gen/payments/rest/v1/rest_pb.ts';

/** Not tied to a platform. Valid by real time. */
export interface Operator {
  /** uuid. */
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly tokenHash: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | undefined;
}

export const everyScope: readonly OperatorScope[] = [
  OperatorScope.VIEW,
  OperatorScope.VIEW_PERSONAL,
  OperatorScope.OPERATE,
  OperatorScope.DECIDE,
  OperatorScope.CONFIGURE,
  OperatorScope.ADMINISTER,
];

/** `op_` and 48 lower-case hexadecimal digits: `secret` is 192 random bits. */
export const tokenWith = (secret: string) => `op_${secret}`;

export function isValid({ expiresAt, revokedAt }: Operator, now: Date): boolean {
  return revokedAt === undefined && expiresAt > now;
}

export function expiryAfter(days: number, now: Date): Date {
  return new Date(now.getTime() + days * dayMs);
}

const dayMs = 24 * 3_600_000;
