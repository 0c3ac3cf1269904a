// Payments per second on a platform with a million transactions, beside the same with ten thousand.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Machine } from '../kit/machine.ts';
import { payerCount } from '../kit/payers.ts';
import { medians } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table } from '../kit/table.ts';
import { openWorld, type World } from '../kit/world.ts';
import { copyPayments } from './copies.ts';

const sizes = { small: 10_000, large: 1_000_000 };
const perRound = 500;

export async function volume(machine: Machine, rounds: number): Promise<Table[]> {
  const small = await openFilled(machine, 'volume_small', sizes.small);
  const large = await openFilled(machine, 'volume_large', sizes.large);
  const perSecond =
    ({ gateway, pay }: World) =>
    async () => {
      gateway.resume();
      await pause(3_000); // what became due meanwhile
      const { seconds } = await pay(perRound);
      gateway.suspend();
      return perRound / seconds;
    };
  const figures = await medians(rounds, { small: perSecond(small), large: perSecond(large) });
  for (const world of [small, large]) {
    world.gateway.resume();
    await world.close();
  }
  return [
    {
      title: `Payments per second, whole, ${payerCount} clients, by the number of transactions of the platform`,
      columns: ['', 'to 10 000', '1 000 000', '10 000'],
      rows: [['payments', ratio(figures.large, figures.small), oneDecimal(figures.large), oneDecimal(figures.small)]],
    },
  ];
}

/** Suspended: it uses no CPU while the other one is measured. */
async function openFilled(machine: Machine, name: string, transactions: number): Promise<World> {
  const world = await openWorld(machine, { name });
  await world.warmUp();
  await pause(2_000); // its deliveries are recorded
  const client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  await copyPayments(client, transactions);
  await client.end();
  await world.pay(perRound);
  world.gateway.suspend();
  return world;
}
