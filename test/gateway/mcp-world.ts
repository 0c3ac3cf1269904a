// A platform whose agents use the official client library of MCP.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { atEndOfFile } from '../kit/file-end.ts';
import { makePayer } from '../kit/payments.ts';
import { startWorld } from '../kit/platform.ts';
import { everything, newAgent, policy, redeem } from '../services/agents/agents-world.ts';

export interface Connected {
  readonly id: string;
  readonly accessToken: string;
  readonly client: Client;
}

export async function openMcp() {
  const world = await startWorld();
  const url = new URL(`${await world.app.listen({ host: '127.0.0.1', port: 0 })}/mcp`);
  const { customerId, accountId } = await makePayer(world.rest);

  /** An agent of the customer, with every permission unless its policy says otherwise. */
  const connect = async (more: object = {}): Promise<Connected> => {
    const { id, code } = await newAgent(world, customerId, { policy: policy({ permissions: everything, ...more }) });
    const { accessToken } = (await redeem(world, code)).body;
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${accessToken}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    atEndOfFile(() => client.close());
    return { id, accessToken, client };
  };
  return { world, connect, customerId, accountId, textOf };
}

/** What a model reads. */
function textOf({ content }: { readonly content?: unknown }): string {
  return (content as { text: string }[]).map(({ text }) => text).join('\n');
}
