// The RPC doors that users call, over real connections: gRPC on its own port, Connect on the port of REST.
import type { Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { services } from '../../services/all.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { wall as realTime } from '../../services/kit/core/clock.ts';
import { silent } from '../../services/kit/core/log.ts';
import type { ServerCertificate } from '../../services/kit/rpc/certificate.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { worldKeys } from './doors.ts';
import { atEndOfFile } from './file-end.ts';
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
export async function openRpcDoors(world: World): Promise<ReturnType<typeof rpcDoorsAt>> {
  return rpcDoorsAt({ grpc: await openGrpcDoor(world), origin: await world.app.listen({ host: '127.0.0.1', port: 0 }) });
}

/** Opens the port of gRPC, which closes with its file. Returns its address. It accepts processes with the same master key. */
export async function openGrpcDoor({ running, wall }: World, certificate?: ServerCertificate): Promise<string> {
  const audiences = services.map(({ name }) => name);
  const tokens = callerTokens({ keys: openSecrets(worldKeys).keysFor('caller tokens'), audiences, wall: realTime });
  const { inside: authenticate } = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
  const encrypted = certificate && { certificate };
  const at = { host: '127.0.0.1', port: 0 };
  const server = await startRpcServer({ ...at, running, authenticate, isReady: () => true, ...encrypted, log: silent });
  atEndOfFile(() => server.close());
  return server.address;
}
