// Whole payments per second: quote, execution, completion and the webhook of it, beside connections that write the same rows.
import { Client } from 'pg';
import { callInTurns } from '../kit/callers.ts';
import { type Child, startChild } from '../kit/child.ts';
import { startGateway } from '../kit/gateway.ts';
import type { Machine } from '../kit/machine.ts';
import { median, medians } from '../kit/rounds.ts';
import { oneDecimal, ratio, type Table } from '../kit/table.ts';
import type { PaymentAnswer, PaymentLoad } from './load.ts';
import { makePayers, type Payer, payerCount } from './payers.ts';
import { openPlainPayments } from './plain.ts';
import { readSample } from './sample.ts';

const perRound = 500;

export async function payments(machine: Machine, rounds: number): Promise<Table[]> {
  const client = startChild({ script: 'bench/payments/load.ts', core: 0 });
  const own = await openWorld(machine, client, 'payments');
  const other = await openWorld(machine, client, 'payments_plain');
  const sample = await sampleOf(other.databaseUrl);
  await other.gateway.stop(); // or it would forward what the reference writes
  const plain = openPlainPayments({ databaseUrl: other.databaseUrl, sample, connections: payerCount });

  const answers: PaymentAnswer[] = [];
  const accounts = other.payers.map(({ accountId }) => accountId.slice('InternalAccount:'.length));
  const measures = {
    whole: async () => {
      const answer = await own.pay(perRound);
      answers.push(answer);
      return perRound / answer.seconds;
    },
    plain: async () =>
      perRound / (await callInTurns(payerCount, perRound, (turn) => plain.pay(accounts[turn % accounts.length] ?? ''))),
  };
  await medians(1, measures);
  answers.length = 0;
  const figures = await medians(rounds, measures);
  await Promise.all([plain.close(), client.stop(), own.gateway.stop()]);
  return [tableOf(figures, answers)];
}

interface World {
  readonly gateway: Awaited<ReturnType<typeof startGateway>>;
  readonly databaseUrl: string;
  readonly payers: readonly Payer[];
  pay(count: number): Promise<PaymentAnswer>;
}

/** A platform with payers and a receiver, each of which has paid. */
async function openWorld(machine: Machine, client: Child, name: string): Promise<World> {
  const databaseUrl = await machine.database(name);
  const gateway = await startGateway({ databaseUrl, dataDir: machine.folder(), core: 1 });
  const [webhookEndpoint = ''] = /http:\S+/.exec(await client.line('  hooks ')) ?? [];
  await gateway.rest('PATCH', '/config', { webhookEndpoint });
  const payers = await makePayers(gateway);
  const pay = (count: number) => {
    const load: PaymentLoad = { origin: gateway.origin, payers, payments: count };
    return client.ask<PaymentAnswer>(load);
  };
  await pay(payerCount);
  return { gateway, databaseUrl, payers, pay };
}

async function sampleOf(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return readSample(client).finally(() => client.end());
}

function tableOf({ whole, plain }: { whole: number; plain: number }, answers: readonly PaymentAnswer[]): Table {
  const p50 = median(answers.map(({ acceptP50Ms }) => acceptP50Ms));
  const p99 = median(answers.map(({ acceptP99Ms }) => acceptP99Ms));
  return {
    title: `Payments per second, whole (quote, execution, completion, webhook), ${payerCount} clients, beside the same rows and commits alone`,
    columns: ['', 'to rows alone', 'payments', 'rows alone', 'execute p50 ms', 'p99 ms'],
    rows: [['to a bank account', ratio(whole, plain), oneDecimal(whole), oneDecimal(plain), oneDecimal(p50), oneDecimal(p99)]],
  };
}
