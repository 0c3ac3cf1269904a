// A platform with customers to read.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Gateway } from '../kit/gateway.ts';

export const customerCount = 500;

export interface Customers {
  /** Public ids. */
  readonly ids: readonly string[];
  /** uuid. */
  readonly platformId: string;
}

/** Creates customers over REST, and waits until their accounts are open and all events are delivered. */
export async function makeCustomers(gateway: Gateway, databaseUrl: string): Promise<Customers> {
  const ids: string[] = [];
  for (let number = 0; number < customerCount; number += atOnce) {
    const made = await Promise.all(
      Array.from({ length: atOnce }, (_, at) => gateway.rest<{ id: string }>('POST', '/customers', customer(number + at))),
    );
    ids.push(...made.map(({ id }) => id));
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  while (await isBusy(client)) await pause(100);
  await client.query('analyze');
  const { rows } = await client.query<{ platform_id: string }>('select platform_id from customers.customer limit 1');
  await client.end();
  return { ids, platformId: rows[0]?.platform_id ?? '' };
}

const atOnce = 10;

async function isBusy(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select from customers.job where attempts < 3 union all select from customers.outbox
    union all select from accounts.job where attempts < 3 union all select from accounts.outbox limit 1`);
  return rows.length > 0;
}

function customer(number: number): object {
  return {
    customerType: 'INDIVIDUAL',
    platformCustomerId: `bench-${number}`,
    fullName: 'Ada Lovelace',
    birthDate: '1985-06-15',
    nationality: 'US',
    email: `ada.${number}@example.com`,
    phoneNumber: '+14155550123',
    region: 'US',
    currencies: ['USD', 'EUR'],
    address: { line1: '1 Main St', line2: 'Apt 4', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' },
  };
}
