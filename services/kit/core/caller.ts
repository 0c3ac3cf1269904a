// The caller: authenticated once by the first door, then passed with every call that follows.
import type { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';

/** The environment of a platform. Production platforms never see sandbox behavior, and vice versa. */
export type Environment = 'sandbox' | 'production';

export interface Caller {
  /** uuid of the platform that the call is for. */
  readonly platformId: string;
  readonly environment: Environment;
  readonly permissions: readonly Permission[];
  /** How far the platform's clock runs ahead of the wall, in milliseconds. Zero in production. */
  readonly clockOffsetMs: number;
  /** Whether the platform has set faults. Absent if it is not known: in jobs. */
  readonly hasFaults?: boolean;
  /** uuid of the API token. */
  readonly tokenId?: string;
  /** uuid of the agent that called. Kept in the calls that follow from it. */
  readonly agentId?: string;
  /** uuid of this request in the audit of agents. */
  readonly agentRequestId?: string;
  /** uuid of the credential of the operator that called. */
  readonly operatorId?: string;
  /** Name of the calling service, for calls between services. Required for internal RPCs. */
  readonly service?: string;
}

/** The caller of a public method. It has no platform. */
export const anonymous: Caller = {
  platformId: '00000000-0000-0000-0000-000000000000',
  environment: 'sandbox',
  permissions: [],
  clockOffsetMs: 0,
};

/** The caller for a service that acts for a platform itself: in jobs, and in calls to other services. */
export function asService(service: string, caller: Caller): Caller {
  return { ...caller, service };
}
