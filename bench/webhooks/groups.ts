// The events of a payment: three of its transaction, under the key of the customer, and two of the payer's balance.
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { OutboxEvent } from '../../services/kit/background/outbox-event.ts';
import { publicId } from '../../services/kit/core/ids.ts';

/** Whose events they are. */
export interface Owners {
  /** uuid. */
  readonly platformId: string;
  readonly accounts: readonly Account[];
  readonly bodyBytes: number;
}

interface Account {
  /** Public id. */
  readonly resource: string;
  /** uuid. */
  readonly customerId: string;
}

export const eventsPerGroup = 5;

/** All customers' accounts. Bodies are as long as those of the platform's own events on average. */
export async function readOwners(client: Client): Promise<Owners> {
  const { rows } = await client.query<{ platform_id: string; resource: string; customer_id: string; bytes: number }>(`
    select platform_id, 'InternalAccount:' || id as resource, customer_id,
      (select avg(length(body))::int from webhooks.event where type ~ '^(OUTGOING_PAYMENT|INTERNAL_ACCOUNT)[.]') as bytes
    from accounts.internal_account where customer_id is not null`);
  const accounts = rows.map(({ resource, customer_id: customerId }) => ({ resource, customerId }));
  return { platformId: rows[0]?.platform_id ?? '', accounts, bodyBytes: rows[0]?.bytes ?? 0 };
}

let sequence = 1_000_000n; // above those of the payments

export function newGroup({ platformId, accounts, bodyBytes }: Owners, number: number): OutboxEvent[] {
  const { resource = '', customerId } = accounts[number % accounts.length] ?? {};
  const transaction = publicId('Transaction', randomUUID());
  const event = (of: string, type: string, owner?: string): OutboxEvent => {
    const id = randomUUID();
    const createdAt = new Date();
    const fields = { id: publicId('Webhook', id), type, timestamp: createdAt };
    const body = Buffer.from(JSON.stringify({ ...fields, data: 'x'.repeat(bodyBytes) }));
    const origin = { platformId, customerId: owner, environment: 'sandbox', requestId: 'bench' } as const;
    return { ...origin, id, resource: of, sequence: sequence++, type, body, createdAt };
  };
  return [
    event(transaction, 'OUTGOING_PAYMENT.PENDING', customerId),
    event(transaction, 'OUTGOING_PAYMENT.PROCESSING', customerId),
    event(resource, 'INTERNAL_ACCOUNT.BALANCE_UPDATED'),
    event(resource, 'INTERNAL_ACCOUNT.BALANCE_UPDATED'),
    event(transaction, 'OUTGOING_PAYMENT.COMPLETED', customerId),
  ];
}
