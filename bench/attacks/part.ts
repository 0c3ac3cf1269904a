// The cost of attacks for the platform (CPU, memory and event loop of the server), and their effect on another client (p99).
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, startChild } from '../kit/child.ts';
import { startGateway } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import type { Options } from '../kit/part.ts';
import { median, percentile } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table, twoDecimals } from '../kit/table.ts';
import type { Attack, AttackName, Target } from './attack.ts';
import type { Behaviour } from './bystander.ts';
import type { DecoyAddresses } from './decoy.ts';

const names: readonly AttackName[] = [
  '120,000 streams that never end',
  '500 silent connections',
  '4 MiB of empty fields in 4 KB, gRPC',
  '1 MiB of empty fields, Connect',
  '4 MiB of empty fields in 4 KB, gRPC, with credentials',
  '1 MiB of empty fields, Connect, with credentials',
  '3,000 compressed messages in one call, gRPC, with credentials',
  '9,500 broken elements, gRPC, with credentials',
  '1,900 broken elements, gRPC, with credentials',
  '1 MiB of empty objects, REST, with credentials',
  '1,900 broken elements, REST, with credentials',
];
const seconds = 1.5;
const mebibyte = 1024 * 1024;

interface Figures {
  /** For all requests of the attack. */
  readonly cpuMs: number;
  readonly requests: number;
  readonly rssMebibytes: number;
  /** Of the event loop, in CPU time. */
  readonly longestBlockMs: number;
  /** Of the calls of another client: before, during the same attack on another server, and during the attack on this one. */
  readonly before: readonly number[];
  readonly control: readonly number[];
  readonly during: readonly number[];
}

export async function attacks(machine: Machine, rounds: number, { only }: Options): Promise<Table[]> {
  const scene = await openScene(machine);
  const columns = [
    '',
    'CPU ms/request',
    'RSS MiB',
    'longest block ms',
    'p99 ms before',
    'control',
    'during',
    'during/before',
    'during/control',
  ];
  const rows: string[][] = [];
  for (const name of names.filter((one) => one.includes(only))) {
    const figures: Figures[] = [];
    for (let round = 0; round < rounds; round++) figures.push(await measure(scene, name));
    const row = [name, ...cellsOf(figures)];
    rows.push(row);
    process.stdout.write(`${row.map((cell, at) => (at === 0 ? cell : `${columns[at]} ${cell}`)).join(', ')}\n`);
  }
  await scene.close();
  return [{ title: 'Attacks: what they cost the server, and the p99 of another client', columns, rows }];
}

interface Scene {
  readonly server: Child;
  /** Milliseconds of the calls of another client, for a while. */
  readonly behave: () => Promise<number[]>;
  readonly attack: (name: AttackName, on: 'server' | 'decoy') => Promise<number>;
  readonly close: () => Promise<unknown>;
}

async function openScene(machine: Machine): Promise<Scene> {
  const databaseUrl = await machine.database('attacks');
  const gateway = await startGateway({ databaseUrl, dataDir: machine.folder(), core: 1 });
  const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
  const { id: customerId } = await gateway.rest<{ id: string }>('POST', '/customers', person);
  const start = (name: string, yields: boolean) => startChild({ script: `bench/attacks/${name}.ts`, core: 0, yields });
  const [attacker, bystander, decoy] = [start('attack', true), start('bystander', false), start('decoy', true)] as const;
  const { authorization, grpcAddress: address } = gateway;
  const targets: Readonly<Record<'server' | 'decoy', Target>> = {
    server: { grpc: `http://${address}`, rest: gateway.origin, authorization },
    decoy: { ...(await decoy.send<DecoyAddresses>({})), authorization },
  };
  const scene: Scene = {
    server: gateway,
    behave: () => bystander.send<number[]>({ address, customerId, authorization, seconds } satisfies Behaviour),
    attack: (name, on) => attacker.send<number>({ name, target: targets[on], seconds: seconds - 0.5 } satisfies Attack),
    close: () => Promise.all([attacker, bystander, decoy, gateway].map((child) => child.stop())),
  };
  await scene.behave();
  return scene;
}

async function measure({ server, behave, attack }: Scene, name: AttackName): Promise<Figures> {
  const during = (on: 'server' | 'decoy') => Promise.all([behave(), pause(100).then(() => attack(name, on))]);
  const [quiet, before] = await usageDuring(server, behave);
  const [control] = await during('decoy');
  const [busy, [samples, requests]] = await usageDuring(server, () => during('server'));
  const ownMicros = (quiet.cpuMicros / before.length) * samples.length;
  return {
    cpuMs: Math.max(0, busy.cpuMicros - ownMicros) / 1000,
    requests,
    rssMebibytes: (busy.rssMax - quiet.rssMax) / mebibyte,
    longestBlockMs: busy.blockMicros / 1000,
    before,
    control,
    during: samples,
  };
}

function cellsOf(figures: readonly Figures[]): string[] {
  const of = (pick: (one: Figures) => number) => median(figures.map(pick));
  // Over the calls of all rounds together: the 1 % slowest calls of one round are too few.
  const p99 = (pick: (one: Figures) => readonly number[]) => percentile(figures.flatMap(pick), 0.99);
  const [before, control, during] = [p99((one) => one.before), p99((one) => one.control), p99((one) => one.during)];
  return [
    twoDecimals(of(({ cpuMs, requests }) => cpuMs / requests)),
    oneDecimal(of(({ rssMebibytes }) => rssMebibytes)),
    oneDecimal(of(({ longestBlockMs }) => longestBlockMs)),
    oneDecimal(before),
    oneDecimal(control),
    oneDecimal(during),
    ratio(during, before),
    ratio(during, control),
  ];
}

interface Usage {
  readonly cpuMicros: number;
  /** Maximum memory, in bytes. */
  readonly rssMax: number;
  /** The longest block of the event loop. */
  readonly blockMicros: number;
}

async function usageDuring<T>(server: Child, work: () => Promise<T>): Promise<[Usage, T]> {
  const before = await server.cpuMicros();
  await server.longestBlockMicros();
  const sampling = new AbortController();
  const rss = sampled(server, sampling.signal);
  const result = await work();
  sampling.abort();
  const [after, blockMicros] = [await server.cpuMicros(), await server.longestBlockMicros()];
  return [{ cpuMicros: after - before, rssMax: await rss, blockMicros }, result];
}

async function sampled(server: Child, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    most = Math.max(most, await server.rssBytes());
    await pause(100);
  }
  return most;
}
