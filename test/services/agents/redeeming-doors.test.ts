// Redeeming over every protocol: open to callers without credentials, and limited by the address of the peer.
import { randomBytes } from 'node:crypto';
import { Code, ConnectError, createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AgentService } from '../../../gen/payments/agents/v1/agent_pb.ts';
import { DeviceCodeService } from '../../../gen/payments/agents/v1/device_code_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { services } from '../../../services/all.ts';
import { openAuthenticator } from '../../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../../services/kit/calls/caller-token.ts';
import { clientOf } from '../../../services/kit/calls/clients.ts';
import { anonymous } from '../../../services/kit/core/caller.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { refusalFrom } from '../../../services/kit/messages/fail.ts';
import { openRemote } from '../../../services/kit/rpc/remote.ts';
import { startRpcServer } from '../../../services/kit/rpc/server.ts';
import { atEndOfFile } from '../../kit/file-end.ts';
import { startWorld } from '../../kit/platform.ts';
import { newAgent, newCustomer } from './agents-world.ts';

const world = await startWorld();
const { wall, running } = world;
const { customerId } = await newCustomer(world);
const baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 });
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: services.map(({ name }) => name), wall });
const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
const { any: authenticate } = authenticator;
const server = await startRpcServer({ running, host: '127.0.0.1', port: 0, authenticate, isReady: () => true, log: silent });
afterAll(() => server.close());
beforeEach(() => wall.advance(60_000));

let asked = 0;
const pretending: Interceptor = (next) => (request) => {
  request.header.set('authorization', `Bearer ${randomBytes(8).toString('hex')}`);
  request.header.set('x-peer-address', `198.51.100.${++asked}`);
  return next(request);
};
const interceptors = [pretending];
const doors: [string, (more: { interceptors?: Interceptor[] }) => Transport][] = [
  ['gRPC', (more) => createGrpcTransport({ baseUrl: server.address, ...more })],
  ['Connect', (more) => createConnectTransport({ baseUrl, httpVersion: '1.1', ...more })],
];
const codeOf = async (call: Promise<unknown>) => ConnectError.from(await call.catch((error: unknown) => error)).code;

describe.each(doors)('%s', (_, transportWith) => {
  test('redeems without credentials, and with wrong ones', async () => {
    for (const more of [{}, { interceptors }]) {
      const { id, code } = await newAgent(world, customerId);
      const { agentId, accessToken } = await createClient(DeviceCodeService, transportWith(more)).redeemAgentDeviceCode({ code });
      expect([agentId, accessToken]).toEqual([id, expect.stringMatching(/^agt_/)]);
    }
  });

  test('opens nothing else to them', async () => {
    const client = createClient(AgentService, transportWith({}));

    expect(await codeOf(client.listAgents({}))).toBe(Code.Unauthenticated);
  });

  test('limits failures, whatever address the peer pretends to have', async () => {
    const client = createClient(DeviceCodeService, transportWith({ interceptors }));
    const codes: Code[] = [];
    for (let count = 0; count < 11; count++) codes.push(await codeOf(client.redeemAgentDeviceCode({ code: 'AGENT-AAAA-AAAA' })));

    expect(codes).toEqual([...Array.from({ length: 10 }, () => Code.NotFound), Code.ResourceExhausted]);
  });
});

test('another process of the installation passes on the address of its peer', async () => {
  const remote = openRemote({ addressOf: () => server.address, tokens });
  atEndOfFile(() => remote.close());
  const codes = clientOf(DeviceCodeService, remote.dispatch);
  const { signal } = new AbortController();
  const from = (address: string) => codes({ caller: anonymous, requestId: 'test', signal, address, admitted: true });
  const refusalOf = async (address: string) => {
    const failed = await from(address)
      .redeemAgentDeviceCode({ code: 'AGENT-AAAA-AAAA' })
      .catch((error: unknown) => error);
    return refusalFrom(failed)?.code;
  };

  for (let count = 0; count < 10; count++) await refusalOf('198.51.100.1');

  expect([await refusalOf('198.51.100.1'), await refusalOf('198.51.100.2')]).toEqual([
    ErrorCode.RATE_LIMITED,
    ErrorCode.REFERENCE_NOT_FOUND,
  ]);
});
