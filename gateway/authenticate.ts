// Authenticates REST calls, by the scheme of the operation.
import type { FastifyRequest } from 'fastify';
import type { Authenticate as Authenticates } from '../services/kit/calls/authenticator.ts';
import { type OperatorCall, platformHeader } from '../services/kit/calls/operator-call.ts';
import type { Caller } from '../services/kit/core/caller.ts';

/** `agentOperation`: the called operation, if it is for agents. Throws UNAUTHORIZED for credentials that are missing, wrong or of another scheme. */
export type Authenticate = (request: FastifyRequest, agentOperation: string | undefined) => Promise<Caller>;

export function authenticateBy(authenticate: Authenticates): Authenticate {
  return (request, agentOperation) => {
    const { headers, id: requestId, clientAddress: address } = request;
    return authenticate({
      authorization: headers.authorization,
      requestId,
      address,
      agentOperation,
      operation: operatorCallOf(request),
    });
  };
}

/** Operators only read here: other operations have no rule for them. */
function operatorCallOf({ headers, routeOptions }: FastifyRequest): OperatorCall | undefined {
  const { rpc, operatorRule } = routeOptions.config;
  const platformId = headers[platformHeader];
  if (rpc === undefined) return undefined;
  return { method: rpc, rule: operatorRule, platformId: typeof platformId === 'string' ? platformId : undefined };
}
