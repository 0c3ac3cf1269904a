// The MCP server: lists the tools, and calls their operations.
import type { DescService } from '@bufbuild/protobuf';
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiVersion } from '../openapi/document.ts';
import { type Arguments, missingIn, toolRequestOf } from './tool-request.ts';
import { errorResult, resultOf, type ToolResult } from './tool-result.ts';
import { compileTools, type Tool } from './tools.ts';

export interface McpServerOptions {
  readonly app: FastifyInstance;
  readonly services: readonly DescService[];
  /** The version prefix of operations: `/2025-10-13`. */
  readonly prefix: string;
}

/** Serves a request, whose body is parsed. */
export function mcpServer({ app, services, prefix }: McpServerOptions): (request: FastifyRequest) => Promise<Response> {
  const tools = new Map(compileTools(services).map((tool) => [tool.shown.name, tool]));
  const listed = { tools: [...tools.values()].map(({ shown }) => shown) };

  return (request) => {
    const call: Call = (tool, given) => callTool(tool, given, { app, prefix, request });
    const handler = createMcpHandler(() => serverOf({ tools, listed, call }), { maxSubscriptions: 0 });
    const headers = Object.entries(request.headers).filter((header): header is [string, string] => typeof header[1] === 'string');
    return handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers }), { parsedBody: request.body });
  };
}

type Call = (tool: Tool, given: Arguments) => Promise<ToolResult>;

interface ServerParts {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly listed: { readonly tools: Tool['shown'][] };
  readonly call: Call;
}

function serverOf({ tools, listed, call }: ServerParts): Server {
  const server = new Server({ name: 'payments', version: apiVersion }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => listed);
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return call(tool, params.arguments ?? {});
  });
  return server;
}

const instructions = `Payments for one customer, within the policy of this agent, which get_agent_me shows.
Amounts are integers in the smallest unit of their currency. To pay: create_quote, then execute_quote with its id.
A payment may wait for an approval; get_action shows the decision.`;

interface Called {
  readonly app: FastifyInstance;
  readonly prefix: string;
  readonly request: FastifyRequest;
}

/** Through the REST route, with the credential of the request: the same checks, audit and errors. */
async function callTool({ route }: Tool, given: Arguments, { app, prefix, request }: Called): Promise<ToolResult> {
  const missing = missingIn(route, given);
  if (missing.length > 0) return errorResult(missing.map((name) => `${name}: is required`));
  const { method, path, headers, body } = toolRequestOf(route, given);
  const {
    statusCode,
    body: text,
    headers: answered,
  } = await app.inject({
    method,
    url: prefix + path,
    remoteAddress: request.clientAddress,
    headers: { ...headers, authorization: request.headers.authorization ?? '', 'x-request-id': request.id },
    ...(body && { payload: body }),
  });
  const retryAfter = answered['retry-after'];
  return resultOf({
    status: statusCode,
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
    retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
  });
}
