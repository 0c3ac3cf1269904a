// What a payment costs: statements and commits, CPU beside that of a transaction of pgbench, and its duration beside three commits.
import type { Machine } from '../kit/machine.ts';
import { payerCount } from '../kit/payers.ts';
import { medianOfEach } from '../kit/rounds.ts';
import { ratio, type Table, twoDecimals } from '../kit/table.ts';
import type { World } from '../kit/world.ts';
import { type BareCommits, openBareCommits } from './bare-commits.ts';
import { openTpcb } from './tpcb.ts';

const perRound = 1_000;
const aloneCount = 100;

export async function costsOf(machine: Machine, world: World, rounds: number): Promise<Table> {
  const [tpcb, bare, counter] = [await openTpcb(machine), await openBareCommits(machine), await machine.postgres.count()];
  const spent: Awaited<ReturnType<typeof measure>>[] = [];
  const measure = async () => {
    await counter.start();
    const used = await cpuOf(machine, world);
    const counted = await counter.stop();
    const tpcbMicros = (await tpcb?.cpuMicros()) ?? Number.NaN;
    const each = { statements: counted.statements / perRound, writes: counted.writes / perRound };
    return { ...each, ...used, tpcbMicros, ...(await alone(world, bare)) };
  };
  for (let round = 0; round < rounds; round++) spent.push(await measure());
  await Promise.all([tpcb?.close(), bare.close(), counter.close()]);
  return tableOf(medianOfEach(spent));
}

/** CPU of the process and of PostgreSQL per payment. */
async function cpuOf({ postgres }: Machine, { gateway, pay }: World) {
  const cpu = async () => [await gateway.cpuMicros(), postgres.cpuMicros()] as const;
  const [node, database] = await cpu();
  await pay(perRound);
  const [nodeAfter, databaseAfter] = await cpu();
  return { nodeMicros: (nodeAfter - node) / perRound, databaseMicros: (databaseAfter - database) / perRound };
}

/** Milliseconds of a payment of one client until it is completed, and of three commits of one connection. */
async function alone({ pay, payers }: World, bare: BareCommits) {
  const { paymentP50Ms } = await pay(aloneCount, { payers: payers.slice(0, 1), isAwaited: true });
  return { paymentMs: paymentP50Ms, commitsMs: await bare.threeMs(aloneCount) };
}

type Spent = Readonly<
  Record<'statements' | 'writes' | 'nodeMicros' | 'databaseMicros' | 'tpcbMicros' | 'paymentMs' | 'commitsMs', number>
>;

function tableOf({ statements, writes, nodeMicros, databaseMicros, tpcbMicros, paymentMs, commitsMs }: Spent): Table {
  const micros = nodeMicros + databaseMicros;
  const besides = Number.isNaN(tpcbMicros) ? '(pgbench is not installed)' : 'to a TPC-B transaction of pgbench';
  const ms = (figure: number) => twoDecimals(figure / 1_000);
  return {
    title: `A complete payment, all in one process: ${perRound} by ${payerCount} clients, and ${aloneCount} by one client`,
    columns: ['', 'ratio', 'payment', 'reference'],
    rows: [
      ['statements', '', twoDecimals(statements), ''],
      ['commits that write', '', twoDecimals(writes), ''],
      [`CPU, ms, ${besides}`, ratio(micros, tpcbMicros), ms(micros), ms(tpcbMicros)],
      ['  of the process, of PostgreSQL', '', `${ms(nodeMicros)}, ${ms(databaseMicros)}`, ''],
      [
        'one client: ms until COMPLETED, to three commits',
        ratio(paymentMs, commitsMs),
        twoDecimals(paymentMs),
        twoDecimals(commitsMs),
      ],
    ],
  };
}
