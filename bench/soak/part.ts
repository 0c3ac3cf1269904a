// Payments at a constant rate, with webhooks, lists and advances of the clock beside them: memory, each minute, and what ran in the worst.
import { startChild } from '../kit/child.ts';
import { type GatewayOptions, startGateway } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import type { Options } from '../kit/part.ts';
import { median, percentile } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table, whole } from '../kit/table.ts';
import { openWorld } from '../kit/world.ts';
import type { SoakAnswer, SoakLoad } from './load.ts';
import { type Ran, watchMinutes } from './minute.ts';

interface Minute extends Ran {
  readonly number: number;
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
  readonly webhooks: number;
  readonly rssBytes: number;
}

const worstShown = 5;
const secondsOfMinute = 60;

export async function soak(machine: Machine, _rounds: number, { minutes, rate }: Options): Promise<Table[]> {
  const world = await openWorld(machine, { name: 'soak', start: startAnywhere });
  await world.warmUp();
  const load = startChild({ script: 'bench/soak/load.ts', core: 0 });
  const [webhookEndpoint = ''] = /http:\S+/.exec(await load.line('  hooks ')) ?? [];
  await world.gateway.rest('PATCH', '/config', { webhookEndpoint });
  const task: SoakLoad = { origin: world.gateway.origin, payers: world.payers, perSecond: rate, seconds: secondsOfMinute };
  const watching = await watchMinutes(machine, world);
  const all: Minute[] = [];
  for (let number = 1; number <= minutes; number++) {
    const { tookMs, ...counts } = await load.send<SoakAnswer>(task);
    const [p50, p99] = [percentile(tookMs, 0.5), percentile(tookMs, 0.99)];
    const rssBytes = await world.gateway.rssBytes();
    all.push({ number, p50, p99, ...counts, rssBytes, ...(await watching.next()) });
    process.stderr.write(`Minute ${number}: p50 ${whole(p50)} ms, p99 ${whole(p99)} ms, RSS ${mebibytes(rssBytes)} MiB\n`);
  }
  await Promise.all([watching.close(), load.stop()]);
  await world.close();
  return [memoryOf(all), minutesOf(all, rate), worstOf(all)];
}

/** Not pinned to a core: garbage is collected beside payments, as it would be on any machine with more than one. */
const startAnywhere = ({ databaseUrl, dataDir }: GatewayOptions) => startGateway({ databaseUrl, dataDir });

const mebibytes = (bytes: number) => whole(bytes / 2 ** 20);

function memoryOf(all: readonly Minute[]): Table {
  const memory = (minutes: readonly Minute[]) => median(minutes.map(({ rssBytes }) => rssBytes));
  const [second, last] = [memory(all.slice(10, 20)), memory(all.slice(-10))];
  return {
    title: `Soak of ${all.length} minutes: memory of the process (within 1.05x), MiB`,
    columns: ['', 'to minutes 11-20', 'last ten minutes', 'minutes 11-20'],
    rows: [['RSS', ratio(last, second), mebibytes(last), mebibytes(second)]],
  };
}

function minutesOf(all: readonly Minute[], rate: number): Table {
  return {
    title: `Each minute of ${rate} payments a second: from the moment when a payment is due to the end of its execution`,
    columns: ['minute', 'p99 to p50', 'p50 ms', 'p99 ms', 'refused', 'webhooks', 'RSS, MiB'],
    rows: all.map(({ number, p50, p99, refused, webhooks, rssBytes }) => [
      `${number}`,
      ratio(p99, p50),
      ...[p50, p99, refused, webhooks].map(whole),
      mebibytes(rssBytes),
    ]),
  };
}

function worstOf(all: readonly Minute[]): Table {
  const worst = all.toSorted((one, other) => other.p99 / other.p50 - one.p99 / one.p50).slice(0, worstShown);
  return {
    title: 'What ran in the worst minutes (at most 5 medians)',
    columns: [
      'minute',
      'p99 to p50',
      'longest GC ms',
      'block ms',
      'checkpoints: write, sync ms',
      'autovacuum',
      'slowest statement',
    ],
    rows: worst.map(({ number, p50, p99, ...ran }) => [
      `${number}`,
      ratio(p99, p50),
      oneDecimal(ran.collectionMs),
      oneDecimal(ran.blockMs),
      `${ran.checkpoints}: ${whole(ran.checkpointMs)}, ${whole(ran.checkpointSyncMs)}`,
      ran.vacuumed.join(' ') || '-',
      `${whole(ran.slowest.ms)} ms ${ran.slowest.text.slice(0, 50)}`,
    ]),
  };
}
