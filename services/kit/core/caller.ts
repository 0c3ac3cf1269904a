// Who calls: settled once by the first door, handed on with every call that follows.
import type { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';

/** A platform lives in one of the two; a production platform never sees sandbox behaviour, nor the reverse. */
export type Environment = 'sandbox' | 'production';

export interface Caller {
  /** uuid of the platform that the call is for. */
  readonly platformId: string;
  readonly environment: Environment;
  readonly permissions: readonly Permission[];
  /** How far the platform's clock runs ahead of the wall, in milliseconds. Zero in production. */
  readonly clockOffsetMs: number;
  /** uuid of the API token that was presented. */
  readonly tokenId?: string;
  /** Name of the service that calls, when another service does. Only then are internal RPCs open. */
  readonly service?: string;
}

/** The caller that a service is when it acts by itself for a platform: in jobs, and in calls to its neighbours. */
export function asService(service: string, caller: Caller): Caller {
  return { ...caller, service };
}
