// Webhooks per second, from the commit of events to their receipt, beside payments per second on the same platform.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startChild } from '../kit/child.ts';
import type { Machine } from '../kit/machine.ts';
import { medianOfEach } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table, whole } from '../kit/table.ts';
import { openWorld, type World } from '../kit/world.ts';
import type { EventAnswer, EventLoad } from './events.ts';
import { eventsPerGroup, type Owners, readOwners } from './groups.ts';

const clients = 256;
const payments = 1_000;
/** At full speed. The events of as many payments. */
const groups = 2_000;
const halfSeconds = 10;

export async function webhooks(machine: Machine, rounds: number): Promise<Table[]> {
  const world = await openWorld(machine, { name: 'webhooks', payers: clients });
  await world.pay(clients, { payers: world.payers }); // each account has events of its own
  await world.warmUp();
  const events = await openEvents(world);
  await events.send(groups);
  const figures: Record<'paymentsPerSecond' | 'perSecond' | 'p50Ms' | 'p99Ms', number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const { seconds } = await world.pay(payments, { payers: world.payers });
    const full = await events.send(groups);
    const groupsPerSecond = groups / full.seconds / 2;
    const { p50Ms, p99Ms } = await events.send(Math.ceil(groupsPerSecond * halfSeconds), groupsPerSecond);
    figures.push({ paymentsPerSecond: payments / seconds, perSecond: (groups * eventsPerGroup) / full.seconds, p50Ms, p99Ms });
  }
  await events.close();
  await world.close();
  return [tableOf(medianOfEach(figures))];
}

/** A second process writes and receives the events: the platform sends webhooks to it instead of to the load while they are sent. */
async function openEvents({ gateway, databaseUrl, load }: World) {
  const child = startChild({ script: 'bench/webhooks/events.ts', core: 0 });
  const receiverOf = async (of: typeof child) => /http:\S+/.exec(await of.line('  hooks '))?.[0];
  const owners = await ownersIn(databaseUrl);
  const sendTo = async (receiver: typeof child) => {
    await gateway.rest('PATCH', '/config', { webhookEndpoint: await receiverOf(receiver) });
    await pause(2_000); // processes keep the configuration for a moment
  };
  return {
    send: async (count: number, groupsPerSecond?: number) => {
      await sendTo(child);
      const task: EventLoad = { databaseUrl, owners, groups: count, ...(groupsPerSecond && { groupsPerSecond }) };
      const answer = await child.send<EventAnswer>(task);
      await sendTo(load);
      return answer;
    },
    close: () => child.stop(),
  };
}

async function ownersIn(databaseUrl: string): Promise<Owners> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return readOwners(client).finally(() => client.end());
}

function tableOf({
  paymentsPerSecond,
  perSecond,
  p50Ms,
  p99Ms,
}: Record<'paymentsPerSecond' | 'perSecond' | 'p50Ms' | 'p99Ms', number>): Table {
  return {
    title: `Webhooks per second, from the commit of their events to a healthy receiver, beside payments of ${clients} clients`,
    columns: ['', 'to payments', 'webhooks', 'payments', 'p50 ms', 'p99 ms'],
    rows: [
      ['at full speed', ratio(perSecond, paymentsPerSecond), whole(perSecond), oneDecimal(paymentsPerSecond), '', ''],
      ['at half of it', '', whole(perSecond / 2), '', whole(p50Ms), whole(p99Ms)],
    ],
  };
}
