// The first, middle and last page of a list of external accounts, by each combination of filters.
import type { ExternalAccountFilter } from '../../services/accounts/store/external-account-filter.ts';
import { externalAccountRows } from '../../services/accounts/store/external-accounts.ts';
import type { Position } from '../../services/kit/messages/page.ts';
import { hashingWith, openSecrets, ringOf } from '../../services/kit/storage/secrets.ts';
import type { Counting } from './buffers.ts';
import { type Filled, positionsIn } from './filled.ts';

const pageRows = 20;

/** Buffers that a warm page reads: its rows and its total. */
export async function buffersByPage(
  { queryable, read }: Counting,
  { platformId, customerId }: Filled,
): Promise<Map<string, number>> {
  const secrets = { ...openSecrets([Buffer.alloc(32)]), ...hashingWith(() => [ringOf(Buffer.alloc(32))]) };
  const rows = externalAccountRows(queryable, secrets);
  const buffers = new Map<string, number>();
  const filters: Readonly<Record<string, ExternalAccountFilter>> = {
    none: { platformId },
    currency: { platformId, currency: 'EUR' },
    customerId: { platformId, ownerId: customerId },
    both: { platformId, ownerId: customerId, currency: 'EUR' },
  };
  for (const [name, filter] of Object.entries(filters)) {
    const positions = await positionsIn(read, filter, pageRows);
    for (const [page, after] of Object.entries(positions)) {
      buffers.set(`${name}, ${page}`, await warm(read, () => onePage({ rows, filter, after })));
    }
  }
  return buffers;
}

interface Page {
  readonly rows: Pick<ReturnType<typeof externalAccountRows>, 'list' | 'count'>;
  readonly filter: ExternalAccountFilter;
  readonly after: Position | undefined;
}

async function onePage({ rows, filter, after }: Page): Promise<void> {
  await rows.list(filter, { limit: pageRows + 1, after });
  await rows.count(filter);
}

/** Counts the second run, because the first one fills the caches. */
async function warm({ buffers }: Counting['read'], run: () => Promise<void>): Promise<number> {
  await run();
  buffers();
  await run();
  return buffers();
}
