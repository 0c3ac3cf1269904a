// What attacks on the RPC doors cost the platform, and what another client notices: CPU and memory of the server, p99 of the other.
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from '../kit/child.ts';
import { startGateway } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import { median, percentile } from '../kit/rounds.ts';
import { oneDecimal, type Table, twoDecimals } from '../kit/table.ts';
import type { Attack, AttackName } from './attack.ts';
import type { Behaviour } from './bystander.ts';

const names: readonly AttackName[] = [
  '120,000 streams that never end',
  '500 silent connections',
  '4 MiB of empty fields in 4 KB, gRPC',
  '1 MiB of empty fields, Connect',
  '4 MiB of empty fields in 4 KB, gRPC, with credentials',
  '1 MiB of empty fields, Connect, with credentials',
  '9,500 broken elements, gRPC, with credentials',
];
const seconds = 3;
const mebibyte = 1024 * 1024;

interface Figures {
  /** Of all the requests of the attack together. */
  readonly cpuMs: number;
  readonly requests: number;
  readonly rssMebibytes: number;
  readonly p99Ms: number;
  readonly p99BeforeMs: number;
}

export async function attacks(machine: Machine, rounds: number): Promise<Table[]> {
  const databaseUrl = await machine.database('attacks');
  const gateway = await startGateway({ databaseUrl, dataDir: machine.folder(), core: 1 });
  const { id } = await gateway.rest<{ id: string }>('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
  });
  const [attacker, bystander] = ['attack', 'bystander'].map((name) =>
    startChild({ script: `bench/attacks/${name}.ts`, core: 0 }),
  );
  if (!attacker || !bystander) throw new Error('The processes of the attack did not start.');
  const { authorization, grpcAddress: address } = gateway;
  const target = { grpc: `http://${address}`, rest: gateway.origin, authorization };
  const behave = () => bystander.send<number[]>({ address, customerId: id, authorization, seconds } satisfies Behaviour);
  await behave();

  const measure = async (name: AttackName): Promise<Figures> => {
    const [quiet, before] = await usageDuring(gateway, behave);
    const [busy, [during, requests]] = await usageDuring(gateway, () =>
      Promise.all([behave(), pause(200).then(() => attacker.send<number>({ name, target } satisfies Attack))]),
    );
    const ownMicros = (quiet.cpuMicros / before.length) * during.length;
    return {
      cpuMs: Math.max(0, busy.cpuMicros - ownMicros) / 1000,
      requests,
      rssMebibytes: (busy.rssMax - quiet.rssMax) / mebibyte,
      p99Ms: percentile(during, 0.99),
      p99BeforeMs: percentile(before, 0.99),
    };
  };
  const rows: string[][] = [];
  for (const name of names) {
    const figures: Figures[] = [];
    for (let round = 0; round < rounds; round++) figures.push(await measure(name));
    rows.push([name, ...cellsOf(figures)]);
  }
  await Promise.all([attacker.stop(), bystander.stop(), gateway.stop()]);
  return [
    {
      title: 'Attacks on the RPC doors: what they cost the server, and the p99 of another client before and during',
      columns: ['', 'CPU ms/request', 'CPU ms in all', 'RSS MiB', 'p99 ms before', 'p99 ms during'],
      rows,
    },
  ];
}

function cellsOf(figures: readonly Figures[]): string[] {
  const of = (pick: (one: Figures) => number) => median(figures.map(pick));
  return [
    twoDecimals(of(({ cpuMs, requests }) => cpuMs / requests)),
    oneDecimal(of(({ cpuMs }) => cpuMs)),
    oneDecimal(of(({ rssMebibytes }) => rssMebibytes)),
    oneDecimal(of(({ p99BeforeMs }) => p99BeforeMs)),
    oneDecimal(of(({ p99Ms }) => p99Ms)),
  ];
}

interface Usage {
  readonly cpuMicros: number;
  /** The most memory that was seen, in bytes. */
  readonly rssMax: number;
}

async function usageDuring<T>(server: Child, work: () => Promise<T>): Promise<[Usage, T]> {
  const before = await server.cpuMicros();
  const sampling = new AbortController();
  const rss = sampled(server, sampling.signal);
  const result = await work();
  sampling.abort();
  return [{ cpuMicros: (await server.cpuMicros()) - before, rssMax: await rss }, result];
}

async function sampled(server: Child, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    most = Math.max(most, await server.rssBytes());
    await pause(100);
  }
  return most;
}
