// Authenticates REST calls, by the scheme of the operation.
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../services/kit/calls/authenticator.ts';
import type { Caller } from '../services/kit/core/caller.ts';

/** `agentOperation`: the called operation, if it is for agents. Throws UNAUTHORIZED for credentials that are missing, wrong or of another scheme. */
export type Authenticate = (request: FastifyRequest, agentOperation: string | undefined) => Promise<Caller>;

export function authenticateBy({ direct }: Authenticator): Authenticate {
  return ({ headers, id, clientAddress: address }, agentOperation) =>
    direct({ authorization: headers.authorization, requestId: id, address, agentOperation });
}
