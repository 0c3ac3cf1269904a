// Handles a stretch of rows of an import: their customers, their errors and how far the import has come are one commit.
import { reached } from '../../kit/crash-points.ts';
import type { Job } from '../../kit/jobs.ts';
import { spareMemory } from '../../kit/spare-memory.ts';
import type { CustomersContext } from '../context.ts';
import { afterRows } from '../domain/customer-import.ts';
import { endImport } from '../steps/end-import.ts';
import { importRowsJob } from '../steps/import-jobs.ts';
import { draftRows, readRows } from '../steps/read-rows.ts';
import { writeRows } from '../steps/write-rows.ts';

/** Where another process has handled the rows meanwhile, nothing is left to do: the import has gone on from this position. */
export async function importRows({ payload }: Job, context: CustomersContext): Promise<void> {
  spareMemory();
  const { store, caller } = context;
  const id = String(payload.importId);
  const position = Number(payload.position);
  const found = await store.customerImports.find(caller.platformId, id);
  if (!found || found.completedAt || found.position !== position) return;
  const { rows: read, end } = await readRows(found, context);
  const drafts = await draftRows(read, context);
  reached('import rows read');

  await store.write(async (rows) => {
    const before = await rows.customerImports.lock(caller.platformId, id);
    if (!before || before.completedAt || before.position !== position) return;
    if (read.length === 0) return endImport(rows, context, before);
    const errors = await writeRows(rows, context, drafts);
    await rows.customerImports.addErrors(id, errors);
    const handled = { position: end, successful: read.length - errors.length, failed: errors.length };
    const after = afterRows(before, handled);
    await rows.customerImports.update(after);
    await rows.jobs.add(importRowsJob(context, after));
    reached('import rows written');
  });
  reached('import rows committed');
}
