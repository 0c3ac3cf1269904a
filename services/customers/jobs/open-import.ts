// Inspects a file of customers: whether it can be read to its end, and its number of rows.

import type { Job } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import type { CustomersContext } from '../context.ts';
import { csvRecords } from '../csv/records.ts';
import { refuseHeader } from '../domain/csv-columns.ts';
import { type FileLayout, fileError, importRowsMax, UnreadableFile } from '../domain/customer-import.ts';
import { endImport } from '../steps/end-import.ts';
import { importRowsJob } from '../steps/import-jobs.ts';
import { readUpload } from '../steps/uploads.ts';

/** An unreadable file fails as a whole, before any row is imported. */
export async function openImport({ payload }: Job, context: CustomersContext): Promise<void> {
  const { store, caller } = context;
  const id = String(payload.importId);
  const begun = await store.write(async (rows) => {
    const found = await rows.customerImports.lock(caller.platformId, id);
    if (found?.status === 'PENDING') await rows.customerImports.update({ ...found, status: 'PROCESSING' });
    return found;
  });
  if (!begun || begun.columns) return;
  reached('import begun');
  const layout = await lookThrough(begun.uploadId, context);

  await store.write(async (rows) => {
    const found = await rows.customerImports.lock(caller.platformId, id);
    if (!found || found.columns || found.completedAt) return;
    if (layout instanceof UnreadableFile) {
      await rows.customerImports.addErrors(found, [fileError(layout)]);
      return endImport(rows, context, found);
    }
    const opened = { ...found, ...layout };
    await rows.customerImports.update(opened);
    return rows.jobs.add(importRowsJob(context, opened));
  });
}

async function lookThrough(uploadId: string, context: CustomersContext): Promise<FileLayout | UnreadableFile> {
  try {
    return await layoutOf(uploadId, context);
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
}

async function layoutOf(uploadId: string, context: CustomersContext): Promise<FileLayout> {
  let header: { columns: readonly string[]; position: number } | undefined;
  let total = 0;
  for await (const { cells, position } of csvRecords(readUpload(uploadId, 0, context), 0)) {
    if (header) total += 1;
    else refuseHeader(cells);
    header ??= { columns: cells, position };
    if (total > importRowsMax) throw tooMany();
  }
  if (!header) refuseHeader([]);
  return { columns: header?.columns ?? [], position: header?.position ?? 0, total };
}

const tooMany = () =>
  new UnreadableFile(`The file has more than ${importRowsMax} rows.`, { reason: 'too_many_rows', maximum: importRowsMax });
