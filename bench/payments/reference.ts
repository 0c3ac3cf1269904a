// The reference of the payments: 25 connections that write the rows of a payment of the platform, in a database of its own.
import { Client } from 'pg';
import { callRepeatedly } from '../kit/callers.ts';
import type { Machine } from '../kit/machine.ts';
import { payerCount } from '../kit/payers.ts';
import { warmUp } from '../kit/warm-up.ts';
import { openWorld } from '../kit/world.ts';
import { openPlainPayments } from './plain.ts';
import { readSample } from './sample.ts';

export interface Reference {
  /** Seconds for so many payments. */
  pay(count: number): Promise<number>;
  close(): Promise<void>;
}

/** The platform that has made the payment is stopped: otherwise it would forward the events of the reference. */
export async function openReference(machine: Machine, warmUpPayments: number): Promise<Reference> {
  const world = await openWorld(machine, { name: 'payments_plain' });
  const { databaseUrl } = world;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const sample = await readSample(client).finally(() => client.end());
  await Promise.all([world.gateway.stop(), world.load.stop()]);
  const plain = openPlainPayments({ databaseUrl, sample, connections: payerCount });
  const accounts = world.payers.map(({ accountId }) => accountId.slice('InternalAccount:'.length));
  const pay = (count: number) => callRepeatedly(payerCount, count, (index) => plain.pay(accounts[index % accounts.length] ?? ''));
  await warmUp(() => pay(warmUpPayments));
  return { pay, close: () => plain.close() };
}
