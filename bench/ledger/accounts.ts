// Two thousand funded accounts of one platform, and the ledger service with them.
import { randomUUID } from 'node:crypto';
import type { DescService } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { Pool } from 'pg';
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { LedgerService } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { accounts } from '../../services/accounts/service.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { silent } from '../../services/kit/core/log.ts';
import type { Door } from '../../services/kit/service/service.ts';
import { startServices } from '../../services/kit/service/start-services.ts';
import { openSecrets } from '../../services/kit/storage/secrets.ts';
import { closePool } from '../kit/close-pool.ts';

/** Of the ledger, and as many of the references. */
export const accountCount = 1000;
/** Initial balance of each account. */
export const startAmount = 1_000_000_000_000n;
export const currency = 'USD';

/** uuid of an account, starting at 1. */
export function accountId(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export interface Accounts {
  readonly platformId: string;
  readonly ledger: Client<typeof LedgerService>;
  close(): Promise<void>;
}

/** Events stay in the outbox, as in the references. */
export async function openAccounts(databaseUrl: string): Promise<Accounts> {
  const { relay: _, ...door } = accounts;
  const running = await startServices({
    doors: [door as Door],
    databaseUrl: () => databaseUrl,
    settings: { mode: 'sandbox', sandboxTimeScale: 1, publicUrl: 'http://127.0.0.1:8080', dataDir: './data' },
    secrets: openSecrets([Buffer.alloc(32, 7)]),
    wall,
    log: silent,
  });
  const platformId = randomUUID();
  const client = <S extends DescService>(desc: S) => clientOf(desc, running.dispatch)(callFor(platformId));
  await client(AccountDirectoryService).openCustomerAccounts({
    openings: [{ customerId: `Customer:${randomUUID()}`, currencies: [currency] }],
  });
  await multiply(databaseUrl);
  return { platformId, ledger: client(LedgerService), close: () => running.close() };
}

function callFor(platformId: string) {
  const caller = { platformId, environment: 'sandbox' as const, permissions: [], clockOffsetMs: 0, service: 'transfers' };
  return { caller, requestId: 'bench', signal: new AbortController().signal, admitted: false };
}

/** Copies of the one account that the service itself has opened. */
async function multiply(databaseUrl: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, options: '-c search_path=accounts', max: 1 });
  const id = `'00000000-0000-7000-8000-' || lpad(n::text, 12, '0')`;
  await pool.query(`insert into internal_account select copy.* from internal_account a, generate_series(1, ${2 * accountCount}) n,
    jsonb_populate_record(a, jsonb_build_object('id', ${id}, 'customer_id', ${id}, 'serial', 1000 + n)) copy`);
  await pool.query(`insert into balance select copy.* from balance b, generate_series(1, ${2 * accountCount}) n,
    jsonb_populate_record(b, jsonb_build_object('id', ${id}, 'available', ${startAmount})) copy`);
  await pool.query('analyze');
  await closePool(pool);
}
