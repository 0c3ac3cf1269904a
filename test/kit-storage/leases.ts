// Leased things in tests.
import { randomUUID } from 'node:crypto';
import { jobRows } from '../../services/kit/background/jobs.ts';
import { outboxRows } from '../../services/kit/background/outbox.ts';
import type { KeyedRequest } from '../../services/kit/calls/idempotency.ts';
import { wall } from '../../services/kit/core/clock.ts';
import type { Database } from '../../services/kit/storage/database.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { caller } from './paying-jobs.ts';

export const keyed: KeyedRequest = {
  platformId: '01900000-0000-7000-8000-000000000001',
  scope: 'Pay',
  key: 'one',
  fingerprints: [Buffer.from('same')],
};

export const secrets = openSecrets([Buffer.alloc(32, 7)]);

/** A job and an event. */
export async function addWork(database: Database): Promise<void> {
  const now = wall.now();
  await jobRows(database).add({ kind: 'pay', key: 'one', caller, payload: {}, runAt: now, requestId: 'request-1' });
  await outboxRows(database, secrets).add({
    id: randomUUID(),
    platformId: caller.platformId,
    environment: 'sandbox',
    resource: 'Thing:1',
    sequence: 1n,
    type: 'THING.MADE',
    body: Buffer.from('{}'),
    createdAt: now,
    requestId: 'request-1',
  });
}
