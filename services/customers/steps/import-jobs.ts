// The jobs of an import: one inspects the file, then one after the other imports rows.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';
import type { CustomerImport } from '../domain/customer-import.ts';

export function openImportJob(context: CustomersContext, importId: string): NewJob {
  const { caller, clock, requestId } = context;
  return { kind: 'open-import', key: importId, caller, payload: { importId }, runAt: clock.now(), requestId };
}

/** Imports the rows after the current position. */
export function importRowsJob(context: CustomersContext, { id, position }: CustomerImport): NewJob {
  const { caller, clock, requestId } = context;
  const key = `${id} ${position}`;
  return { kind: 'import-rows', key, caller, payload: { importId: id, position }, runAt: clock.now(), requestId };
}
