// The MCP endpoint, /mcp: streamable HTTP with the credential of an agent. Without sessions, so that any process can serve each request.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../../services/kit/calls/rate-limit.ts';
import { holdMessage } from '../../services/kit/messages/held-memory.ts';
import { heldUntilAnswered } from '../../services/kit/messages/request-body.ts';
import type { Authenticate } from '../authenticate.ts';
import { afterCounting } from './count-once.ts';
import type { McpServerOptions } from './server.ts';

export interface McpOptions extends Omit<McpServerOptions, 'app'> {
  readonly authenticate: Authenticate;
  readonly limit?: RateLimit;
}

const url = '/mcp';

export function registerMcp(app: FastifyInstance, options: McpOptions): void {
  let serve: ((request: FastifyRequest) => Promise<Response>) | undefined;
  app.route({
    method: 'POST',
    url,
    config: { isForAgents: true },
    onRequest: doorkeeper(options),
    handler: async (request, reply) => {
      const answer = (serve ??= (await import('./server.ts')).mcpServer({ ...options, app })); // not part of the start, because it takes time
      return forward(await afterCounting(() => answer(request)), reply);
    },
  });
}

/** The operation that this endpoint is for the policy. Each tool is admitted again, as its own operation. */
const operation = 'mcp';

function doorkeeper({ authenticate, limit }: McpOptions) {
  return async (request: FastifyRequest, { raw }: FastifyReply) => {
    const caller = await authenticate(request, operation);
    limit?.(caller);
    request.caller = caller;
    request.held = heldUntilAnswered(raw, holdMessage(caller.platformId));
  };
}

async function forward(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const type = response.headers.get('content-type');
  if (type !== null) reply.header('content-type', type);
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
}
