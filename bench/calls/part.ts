// CPU of calls between two processes, which share streams, with single calls as reference.
import { startChild } from '../kit/child.ts';
import { cpuPer } from '../kit/cpu-per.ts';
import type { Machine } from '../kit/machine.ts';
import { medians } from '../kit/rounds.ts';
import { ratio, type Table, whole } from '../kit/table.ts';
import type { CallLoad } from './load.ts';

const count = 1_000;

export async function calls(_machine: Machine, rounds: number): Promise<Table[]> {
  const server = startChild({ script: 'bench/calls/server.ts', core: 1 });
  const [address = ''] = /\S+$/.exec(await server.line('  gRPC ')) ?? [];
  const client = startChild({ script: 'bench/calls/load.ts', core: 0 });
  const both = { cpuMicros: async () => (await server.cpuMicros()) + (await client.cpuMicros()) };
  const costOf = (load: Omit<CallLoad, 'address' | 'calls'>) => () =>
    cpuPer(count, both, () => client.send<null>({ ...load, address, calls: count }));

  const rows: string[][] = [];
  for (const callers of [1, 25]) {
    const measures = { stream: costOf({ callers, isSingle: false }), single: costOf({ callers, isSingle: true }) };
    await medians(1, measures);
    const { stream, single } = await medians(rounds, measures);
    rows.push([`${callers} at once`, ratio(stream, single), whole(stream), whole(single)]);
  }
  await Promise.all([client.stop(), server.stop()]);
  const title = 'Calls between processes: microseconds of CPU of both per call, in streams, beside single calls';
  return [{ title, columns: ['', 'to single calls', 'streams', 'single'], rows }];
}
