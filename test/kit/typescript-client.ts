// The TypeScript client from its sources: operations, and each transport with the address that it needs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTo } from '../../clients/typescript/rpc/connect.ts';
import { grpcTo } from '../../clients/typescript/rpc/grpc.ts';
import type { ClientOptions, Operation, Parts } from '../../clients/typescript/src/main.ts';
import { services } from '../../services/all.ts';
import { writeSources } from '../../tools/client/sources.ts';
import type { World } from './platform.ts';
import { openGrpcDoor } from './rpc-doors.ts';

const descs = services.flatMap(({ serves }) => serves.map(({ desc }) => desc));

/** Finds operations by their names. Their types are known only in the written package. */
export async function clientOperations(): Promise<(name: string) => Operation<Parts, unknown>> {
  const out = mkdtempSync(join(tmpdir(), 'payments-client-'));
  writeSources(descs, out);
  const operations: Readonly<Record<string, Operation<Parts, unknown>>> = await import(join(out, 'src/operations.ts'));
  rmSync(out, { recursive: true });
  return (name) => {
    const operation = operations[name];
    if (!operation) throw new Error(`The client has no ${name}.`);
    return operation;
  };
}

export type Reach = Pick<ClientOptions, 'baseUrl' | 'transport'>;

/** Opens the ports of a world. */
export async function openTransports(world: World): Promise<readonly (readonly [string, Reach])[]> {
  const loaders = Object.fromEntries(descs.map((desc) => [desc.typeName, async () => desc]));
  const baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 });
  return [
    ['REST', { baseUrl }],
    ['Connect', { baseUrl, transport: connectTo(loaders) }],
    ['gRPC', { baseUrl: await openGrpcDoor(world), transport: grpcTo(loaders) }],
  ];
}
