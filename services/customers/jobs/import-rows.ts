// Imports a batch of rows: their customers, their errors and the position of the import are one commit.

import type { Job } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { isOutage } from '../../kit/storage/outage.ts';
import type { CustomersContext } from '../context.ts';
import { afterRows, type CustomerImport } from '../domain/customer-import.ts';
import { endImport } from '../steps/end-import.ts';
import { importRowsJob } from '../steps/import-jobs.ts';
import { type Drafts, draftRows, failedRow, type ReadRow, readRows } from '../steps/read-rows.ts';
import { writeRows } from '../steps/write-rows.ts';

/** Does nothing if another process has imported the rows: the position of the import has advanced. */
export async function importRows({ payload }: Job, context: CustomersContext): Promise<void> {
  const { store, caller } = context;
  const id = String(payload.importId);
  const position = Number(payload.position);
  const found = await store.customerImports.find(caller.platformId, id);
  if (!found || found.completedAt || found.position !== position) return;
  await handle(await readRows(found, context), found, context);
}

/**
 * A row with an unexpected error must not block others: a failed batch is split in halves until the row alone is recorded as an error. The
 * rest follows in the next job.
 */
async function handle(read: readonly ReadRow[], found: CustomerImport, context: CustomersContext): Promise<void> {
  try {
    const drafts = await draftRows(read, context);
    reached('import rows read');
    await write(read, drafts, { found, context });
  } catch (error) {
    const [first] = read;
    if (!first || isOutage(error)) throw error;
    if (read.length > 1) return handle(read.slice(0, Math.ceil(read.length / 2)), found, context);
    context.log.error({ err: error, import: found.id, row: first.rowNumber }, 'A row of an import failed unexpectedly.');
    await write(read, await failedRow(first, context), { found, context });
  }
}

interface Place {
  readonly found: CustomerImport;
  readonly context: CustomersContext;
}

async function write(read: readonly ReadRow[], drafts: Drafts, { found: { id, position }, context }: Place): Promise<void> {
  const { store, caller } = context;
  await store.write(async (rows) => {
    const before = await rows.customerImports.lock(caller.platformId, id);
    if (!before || before.completedAt || before.position !== position) return;
    const last = read.at(-1);
    if (!last) return endImport(rows, context, before);
    const errors = await writeRows(rows, context, drafts);
    await rows.customerImports.addErrors(before, errors);
    const handled = { position: last.end, successful: read.length - errors.length, failed: errors.length };
    const after = afterRows(before, handled);
    await rows.customerImports.update(after);
    await rows.jobs.add(importRowsJob(context, after));
    reached('import rows written');
  });
  reached('import rows committed');
}
