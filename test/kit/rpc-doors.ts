// The RPC doors that users call, over real connections: gRPC on its own port, Connect on the port of REST.
import { randomBytes } from 'node:crypto';
import type { Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll } from 'vitest';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { silent } from '../../services/kit/core/log.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import type { World } from './platform.ts';

export interface RpcAddresses {
  /** The address of gRPC. */
  readonly grpc: string;
  /** The address of REST and Connect, without a path. */
  readonly origin: string;
}

/** Each door with its name. Calls carry their credentials in their own headers. */
export function rpcDoorsAt({ grpc, origin }: RpcAddresses): readonly (readonly [string, Transport])[] {
  return [
    ['gRPC', createGrpcTransport({ baseUrl: grpc })],
    ['Connect', createConnectTransport({ baseUrl: origin, httpVersion: '1.1' })],
  ];
}

/** Opens the ports of a world, which close with its file. */
export async function openRpcDoors({ running, wall, app }: World): Promise<ReturnType<typeof rpcDoorsAt>> {
  const tokens = callerTokens({ keys: [randomBytes(32)], audiences: [], wall });
  const { inside: authenticate } = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
  const server = await startRpcServer({ running, host: '127.0.0.1', port: 0, authenticate, isReady: () => true, log: silent });
  afterAll(() => server.close());
  return rpcDoorsAt({ grpc: server.address, origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
}
