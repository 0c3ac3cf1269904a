// The matrix of credentials over gRPC and Connect, for every method: an agent opens the methods for agents, and nobody else does.
import { randomBytes } from 'node:crypto';
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, describe, expect, test } from 'vitest';
import { AgentOperationService } from '../../../gen/payments/agents/v1/agent_operation_pb.ts';
import { Authentication, method as methodRule } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { services } from '../../../services/all.ts';
import { isPublic } from '../../../services/kit/calls/admission.ts';
import { openAuthenticator } from '../../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../../services/kit/calls/caller-token.ts';
import { clientOf } from '../../../services/kit/calls/clients.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { isUnary, optionOf } from '../../../services/kit/messages/options.ts';
import { openRemote } from '../../../services/kit/rpc/remote.ts';
import { startRpcServer } from '../../../services/kit/rpc/server.ts';
import { atEndOfFile } from '../../kit/file-end.ts';
import { startWorld } from '../../kit/platform.ts';
import { newAgent, newCustomer, redeem } from './agents-world.ts';

const world = await startWorld();
const { wall, running } = world;
const { customerId } = await newCustomer(world);
const baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 });
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: services.map(({ name }) => name), wall });
const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
const { any: authenticate } = authenticator;
const server = await startRpcServer({ running, host: '127.0.0.1', port: 0, authenticate, isReady: () => true, log: silent });
afterAll(() => server.close());

const agent = await newAgent(world, customerId);
const accessToken = `Bearer ${(await redeem(world, agent.code)).body.accessToken}`;

const sending =
  (authorization: string | undefined): Interceptor =>
  (next) =>
  (request) => {
    if (authorization !== undefined) request.header.set('authorization', authorization);
    return next(request);
  };
const doors: [string, (authorization: string | undefined) => Transport][] = [
  ['gRPC', (given) => createGrpcTransport({ baseUrl: server.address, interceptors: [sending(given)] })],
  ['Connect', (given) => createConnectTransport({ baseUrl, httpVersion: '1.1', interceptors: [sending(given)] })],
];

const methods = services.flatMap(({ serves }) => serves.flatMap(({ desc }) => desc.methods.filter(isUnary)));
const schemeOf = (method: DescMethodUnary) => optionOf(method, methodRule)?.authentication ?? Authentication.BASIC;
const isForAgents = (method: DescMethodUnary) => schemeOf(method) === Authentication.AGENT;
const nameOf = ({ parent, name }: DescMethodUnary) => `${parent.typeName}/${name}`;

/** The status of an empty request to each method. The server closes a connection after ten refused callers. */
async function codesOf(open: () => Transport, called: readonly DescMethodUnary[]): Promise<Map<string, Code | undefined>> {
  const codes = new Map<string, Code | undefined>();
  let transport = open();
  for (const [index, method] of called.entries()) {
    if (index % 9 === 0) transport = open();
    const failed = await transport.unary(method, undefined, undefined, undefined, {}).then(
      () => undefined,
      (error: unknown) => ConnectError.from(error).code,
    );
    codes.set(nameOf(method), failed);
  }
  return codes;
}

describe.each(doors)('%s', (name, transportWith) => {
  const served = methods.filter((method) => name === 'gRPC' || isPublic(method));
  const closed = served.filter((method) => schemeOf(method) !== Authentication.NONE);
  const all = (called: readonly DescMethodUnary[]) => new Map(called.map((method) => [nameOf(method), Code.Unauthenticated]));

  test('no method opens without credentials', async () => {
    expect(await codesOf(() => transportWith(undefined), closed)).toEqual(all(closed));
  });

  test('an agent opens no method for platforms or services', async () => {
    const others = closed.filter((method) => !isForAgents(method));

    expect(await codesOf(() => transportWith(accessToken), others)).toEqual(all(others));
  });

  test.each([
    ["the platform's credentials", () => world.token],
    ['an unknown access token', () => `Bearer agt_${'0'.repeat(40)}`],
  ])('%s open no method for agents', async (_, token) => {
    const forAgents = served.filter(isForAgents);

    expect(forAgents.length).toBeGreaterThan(0);
    expect(await codesOf(() => transportWith(token()), forAgents)).toEqual(all(forAgents));
  });

  test('an agent reads itself until its credential is revoked', async () => {
    const { id, code } = await newAgent(world, customerId);
    const { accessToken: given } = (await redeem(world, code)).body;
    const client = createClient(AgentOperationService, transportWith(`Bearer ${given}`));

    expect((await client.getAgentMe({})).id).toBe(id);
    await world.rest('DELETE', `/agents/${id}`);
    await expect(client.getAgentMe({})).rejects.toMatchObject({ code: Code.Unauthenticated });
  });
});

test('another process passes the agent on, and cannot call its operations without one', async () => {
  const remote = openRemote({ addressOf: () => server.address, tokens });
  atEndOfFile(() => remote.close());
  const operations = clientOf(AgentOperationService, remote.dispatch);
  const { signal } = new AbortController();
  const door = { authorization: accessToken, requestId: 'test', address: '', agentOperation: 'getAgentMe' };
  const caller = await authenticate(door);
  const { agentId: _, ...platform } = caller;
  const as = (who: typeof caller) => operations({ caller: who, requestId: 'test', signal, admitted: true }).getAgentMe({});

  expect((await as(caller)).id).toBe(agent.id);
  await expect(as(platform)).rejects.toThrow('These credentials are not valid for this operation.');
  await expect(as({ ...platform, service: 'transfers' })).rejects.toThrow('The agent was deleted.');
});
