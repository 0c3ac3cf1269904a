// Authenticates REST calls, by the scheme of the operation.
import type { FastifyRequest } from 'fastify';
import { Authentication, type MethodRule } from '../gen/payments/rest/v1/rest_pb.ts';
import type { Authenticator } from '../services/kit/calls/authenticator.ts';
import type { Caller } from '../services/kit/core/caller.ts';

export type Authenticate = (request: FastifyRequest, rule: MethodRule) => Promise<Caller | undefined>;

/** Undefined for public operations. Throws UNAUTHORIZED for credentials that are missing, wrong or of another scheme. */
export function authenticateBy({ basic }: Authenticator): Authenticate {
  return async ({ headers, id, socket }, { authentication }) => {
    if (authentication === Authentication.NONE) return undefined;
    return basic({ authorization: headers.authorization, requestId: id, address: socket.remoteAddress ?? '' });
  };
}
