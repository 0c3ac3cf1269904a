// GetBulkCustomerImportJob: the progress of an import.
import type { CustomerImportService } from '../../../gen/payments/customers/v1/customer_import_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { CustomersMethod } from '../context.ts';
import { toImportJob } from '../convert-import.ts';
import { jobNotFound } from '../domain/customer-import.ts';

type GetBulkCustomerImportJob = CustomersMethod<typeof CustomerImportService.method.getBulkCustomerImportJob>;

export const getBulkCustomerImportJob: GetBulkCustomerImportJob = async ({ jobId }, { store, caller }) => {
  const id = uuidOf('Job', jobId);
  const found = id === undefined ? undefined : await store.customerImports.find(caller.platformId, id);
  if (!found) throw jobNotFound(jobId);
  return toImportJob(found, await store.customerImports.errorsOf(found));
};
