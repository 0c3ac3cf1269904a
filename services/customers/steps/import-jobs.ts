// The jobs by which a file of customers is imported: one looks through it, then one after the other handles some rows.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';
import type { CustomerImport } from '../domain/customer-import.ts';

export function openImportJob(context: CustomersContext, importId: string): NewJob {
  const { caller, clock, requestId } = context;
  return { kind: 'open-import', key: importId, caller, payload: { importId }, runAt: clock.now(), requestId };
}

/** Handles the rows behind the position that the import has come to. */
export function importRowsJob(context: CustomersContext, { id, position }: CustomerImport): NewJob {
  const { caller, clock, requestId } = context;
  const key = `${id} ${position}`;
  return { kind: 'import-rows', key, caller, payload: { importId: id, position }, runAt: clock.now(), requestId };
}
