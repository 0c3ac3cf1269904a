// A platform with payers, a process that makes their payments, and its own database. Worlds are measured one after the other, because an
// idle one costs CPU as well.
import { type Child, startChild } from './child.ts';
import { type Gateway, startGateway } from './gateway.ts';
import type { Machine } from './machine.ts';
import { makePayers, type Payer, payerCount } from './payers.ts';
import type { PaymentAnswer, PaymentLoad } from './payment-load.ts';
import { warmUp } from './warm-up.ts';

export interface World {
  readonly gateway: Gateway;
  readonly load: Child;
  readonly databaseUrl: string;
  readonly payers: readonly Payer[];
  /** Makes payments, by as many clients as the task has payers: by default 25. */
  pay(count: number, task?: Partial<PaymentLoad>): Promise<PaymentAnswer>;
  /** Makes payments until they no longer become faster. */
  warmUp(): Promise<void>;
  /** Stops its processes and removes its database. */
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Of its database. */
  readonly name: string;
  /** Default: the whole platform in one process. */
  readonly start?: typeof startGateway;
  /** Default: 25. */
  readonly payers?: number;
}

const perWarmUpRound = 500;

/** Each of the first 25 payers has made a payment. */
export async function openWorld(machine: Machine, options: WorldOptions): Promise<World> {
  const { name, start = startGateway, payers: count = payerCount } = options;
  const load = startChild({ script: 'bench/kit/payment-load.ts', core: 0 });
  const databaseUrl = await machine.database(name);
  const gateway = await start({ databaseUrl, dataDir: machine.folder(), core: 1 });
  const [webhookEndpoint = ''] = /http:\S+/.exec(await load.line('  hooks ')) ?? [];
  await gateway.rest('PATCH', '/config', { webhookEndpoint });
  const payers = await makePayers(gateway, count);
  const pay = (payments: number, task: Partial<PaymentLoad> = {}) =>
    load.send<PaymentAnswer>({
      origin: gateway.origin,
      payers: payers.slice(0, payerCount),
      payments,
      ...task,
    } satisfies PaymentLoad);
  await pay(payerCount);
  return {
    gateway,
    load,
    databaseUrl,
    payers,
    pay,
    warmUp: () => warmUp(async () => (await pay(perWarmUpRound)).seconds),
    close: async () => {
      await Promise.all([load.stop(), gateway.stop()]);
      await machine.drop(name);
    },
  };
}
