// CPU per read by gRPC, with a bare grpc-js server with the same statement and message as reference. Both use the grpc-js client.
import { type Child, startChild } from '../kit/child.ts';
import { authorization, startGateway } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import { medians } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table } from '../kit/table.ts';
import { makeCustomers } from '../read/customers.ts';
import { recordStatements } from '../read/statements.ts';
import type { GrpcAnswer, GrpcLoad } from './load.ts';

const calls = 2_000;

export async function grpc(machine: Machine, rounds: number): Promise<Table[]> {
  const databaseUrl = await machine.database('grpc');
  const gateway = await startGateway({ databaseUrl, dataDir: machine.folder(), core: 1 });
  const { ids, platformId } = await makeCustomers(gateway, databaseUrl);
  const env = { DATABASE_URL: databaseUrl, STATEMENTS: JSON.stringify(await recordStatements({ platformId, limit: 1 })) };
  const plain = startChild({ script: 'bench/grpc/plain-server.ts', env, core: 1 });
  const [plainAddress = ''] = /\S+$/.exec(await plain.line('  gRPC ')) ?? [];
  const client = startChild({ script: 'bench/grpc/load.ts', core: 0 });

  const measure = (address: string, count: number) => {
    const load: GrpcLoad = { address, ids, authorization, calls: count };
    return client.send<GrpcAnswer>(load);
  };
  const [own, bare] = [await measure(gateway.grpcAddress, 1), await measure(plainAddress, 1)];
  if (own !== bare) throw new Error(`The reference answers another message.\n${own}\n${bare}`);

  const costOf = (server: Child, address: string) => async () => {
    const before = await server.cpuMicros();
    await measure(address, calls);
    return ((await server.cpuMicros()) - before) / calls;
  };
  const measures = { rpc: costOf(gateway, gateway.grpcAddress), plain: costOf(plain, plainAddress) };
  await medians(2, measures);
  const figures = await medians(rounds, measures);
  await Promise.all([client.stop(), plain.stop(), gateway.stop()]);
  return [
    {
      title:
        'gRPC: microseconds of CPU of the server process per call, beside a bare grpc-js server (same statement, same message)',
      columns: ['', 'to bare', 'RPC door', 'bare'],
      rows: [['GetCustomer', ratio(figures.rpc, figures.plain), oneDecimal(figures.rpc), oneDecimal(figures.plain)]],
    },
  ];
}
