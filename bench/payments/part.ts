// Complete payments per second: quote, execution, completion and webhook, with connections that write the same rows as reference.
import { type Gateway, type GatewayOptions, startGateway } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import { payerCount } from '../kit/payers.ts';
import type { PaymentAnswer } from '../kit/payment-load.ts';
import { median, medians } from '../kit/rounds.ts';
import { startSplit } from '../kit/split.ts';
import { oneDecimal, ratio, type Table } from '../kit/table.ts';
import { openWorld, type World } from '../kit/world.ts';
import { costsOf } from './costs.ts';
import { openReference, type Reference } from './reference.ts';

const perRound = 500;
const manyClients = 256;

interface Form {
  readonly title: string;
  /** Of its database. */
  readonly name: string;
  readonly start: typeof startGateway;
  readonly clients: readonly number[];
}

const forms: readonly Form[] = [
  { title: 'all in one process', name: 'payments_one', start: startGateway, clients: [payerCount, manyClients] },
  { title: 'each service in its own', name: 'payments_split', start: startSplit, clients: [payerCount] },
  { title: 'two workers, on all cores', name: 'payments_workers', start: startWorkers, clients: [payerCount, manyClients] },
];

/** One form after the other, each alone, in turns with the reference. */
export async function payments(machine: Machine, rounds: number): Promise<Table[]> {
  const reference = await openReference(machine, perRound);
  const rows: string[][] = [];
  const costs: Table[] = [];
  for (const form of forms) {
    const world = await openWorld(machine, { ...form, payers: Math.max(...form.clients) });
    await world.warmUp();
    for (const clients of form.clients) rows.push(await rowOf({ form, clients, world, reference, rounds }));
    if (form.start === startGateway) costs.push(await costsOf(machine, world, rounds));
    await world.close();
  }
  await reference.close();
  return [tableOf(rows), ...costs];
}

/** Two whole platforms behind one port, not pinned to a core. */
function startWorkers({ databaseUrl, dataDir }: GatewayOptions): Promise<Gateway> {
  return startGateway({ databaseUrl, dataDir, env: { WORKERS: '2', DATABASE_CONNECTIONS: '80' } });
}

interface Compared {
  readonly form: Form;
  readonly clients: number;
  readonly world: World;
  readonly reference: Reference;
  readonly rounds: number;
}

async function rowOf({ form, clients, world, reference, rounds }: Compared): Promise<string[]> {
  const answers: PaymentAnswer[] = [];
  const count = Math.max(perRound, 4 * clients);
  const { payments: perSecond, plain } = await medians(rounds, {
    payments: async () => {
      const answer = await world.pay(count, { payers: world.payers.slice(0, clients) });
      answers.push(answer);
      return count / answer.seconds;
    },
    plain: async () => perRound / (await reference.pay(perRound)),
  });
  const p50 = median(answers.map(({ acceptP50Ms }) => acceptP50Ms));
  const p99 = median(answers.map(({ acceptP99Ms }) => acceptP99Ms));
  const name = `${form.title}, ${clients} clients`;
  return [name, ratio(perSecond, plain), ...[perSecond, plain, p50, p99].map(oneDecimal), ratio(p99, p50)];
}

function tableOf(rows: string[][]): Table {
  return {
    title: `Payments per second, whole (quote, execution, completion, webhook), beside ${payerCount} connections that write the same rows`,
    columns: ['', 'to rows alone', 'payments', 'rows alone', 'execute p50 ms', 'p99 ms', 'p99 to p50'],
    rows,
  };
}
