// Complete payments per second: quote, execution, completion and webhook, with connections that write the same rows as reference.
import { Client } from 'pg';
import { callRepeatedly } from '../kit/callers.ts';
import { type Child, startChild } from '../kit/child.ts';
import { type Gateway, type GatewayOptions, startGateway } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import { median, medians } from '../kit/rounds.ts';
import { startSplit } from '../kit/split.ts';
import { oneDecimal, ratio, type Table } from '../kit/table.ts';
import type { PaymentAnswer, PaymentLoad } from './load.ts';
import { makePayers, type Payer, payerCount } from './payers.ts';
import { openPlainPayments } from './plain.ts';
import { readSample } from './sample.ts';

const perRound = 500;

export async function payments(machine: Machine, rounds: number): Promise<Table[]> {
  const client = startChild({ script: 'bench/payments/load.ts', core: 0 });
  const whole = await openWorld(machine, client, { name: 'payments', start: startGateway });
  const other = await openWorld(machine, client, { name: 'payments_plain', start: startGateway });
  const sample = await sampleOf(other.databaseUrl);
  await other.gateway.stop(); // otherwise it would forward the events of the reference
  const plain = openPlainPayments({ databaseUrl: other.databaseUrl, sample, connections: payerCount });
  const split = await openWorld(machine, client, { name: 'payments_split', start: startSplit });
  const pair = await openWorld(machine, client, { name: 'payments_workers', start: startWorkers });

  const accounts = other.payers.map(({ accountId }) => accountId.slice('InternalAccount:'.length));
  const [one, many, two] = [watched(whole), watched(split), watched(pair)];
  const measures = {
    one: one.measure,
    plain: async () =>
      perRound / (await callRepeatedly(payerCount, perRound, (index) => plain.pay(accounts[index % accounts.length] ?? ''))),
    many: many.measure,
    two: two.measure,
  };
  await medians(1, measures);
  for (const { forget } of [one, many, two]) forget();
  const figures = await medians(rounds, measures);
  await Promise.all([plain.close(), client.stop(), ...[whole, split, pair].map(({ gateway }) => gateway.stop())]);
  const rowOf = (name: string, perSecond: number, answers: readonly PaymentAnswer[]) =>
    row(name, { perSecond, plain: figures.plain, answers });
  return [
    tableOf([
      rowOf('all in one process', figures.one, one.answers),
      rowOf('each service in its own', figures.many, many.answers),
      rowOf('two workers, on all cores', figures.two, two.answers),
    ]),
  ];
}

/** Two whole platforms behind one port, not pinned to a core. */
function startWorkers({ databaseUrl, dataDir }: GatewayOptions): Promise<Gateway> {
  return startGateway({ databaseUrl, dataDir, env: { WORKERS: '2', DATABASE_CONNECTIONS: '80' } });
}

/** Payments per second of a world, and the durations of its executions. */
function watched(world: World) {
  const answers: PaymentAnswer[] = [];
  return {
    answers,
    forget: () => void (answers.length = 0),
    measure: async () => {
      const answer = await world.pay(perRound);
      answers.push(answer);
      return perRound / answer.seconds;
    },
  };
}

export interface World {
  readonly gateway: Awaited<ReturnType<typeof startGateway>>;
  readonly databaseUrl: string;
  readonly payers: readonly Payer[];
  pay(count: number): Promise<PaymentAnswer>;
}

interface Form {
  /** Of its database. */
  readonly name: string;
  readonly start: typeof startGateway;
}

/** A platform with payers and a receiver, each of which has made a payment. */
export async function openWorld(machine: Machine, client: Child, { name, start }: Form): Promise<World> {
  const databaseUrl = await machine.database(name);
  const gateway = await start({ databaseUrl, dataDir: machine.folder(), core: 1 });
  const [webhookEndpoint = ''] = /http:\S+/.exec(await client.line('  hooks ')) ?? [];
  await gateway.rest('PATCH', '/config', { webhookEndpoint });
  const payers = await makePayers(gateway);
  const pay = (count: number) => {
    const load: PaymentLoad = { origin: gateway.origin, payers, payments: count };
    return client.send<PaymentAnswer>(load);
  };
  await pay(payerCount);
  return { gateway, databaseUrl, payers, pay };
}

async function sampleOf(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return readSample(client).finally(() => client.end());
}

interface Figures {
  readonly perSecond: number;
  readonly plain: number;
  readonly answers: readonly PaymentAnswer[];
}

function row(name: string, { perSecond, plain, answers }: Figures): string[] {
  const p50 = median(answers.map(({ acceptP50Ms }) => acceptP50Ms));
  const p99 = median(answers.map(({ acceptP99Ms }) => acceptP99Ms));
  return [name, ratio(perSecond, plain), ...[perSecond, plain, p50, p99].map(oneDecimal), ratio(p99, p50)];
}

function tableOf(rows: string[][]): Table {
  return {
    title: `Payments per second, whole (quote, execution, completion, webhook), ${payerCount} clients, beside the same rows and commits alone`,
    columns: ['', 'to rows alone', 'payments', 'rows alone', 'execute p50 ms', 'p99 ms', 'p99 to p50'],
    rows,
  };
}
