// Converts an import of customers to a message.
import { create } from '@bufbuild/protobuf';
import {
  BulkCustomerImportErrorEntrySchema,
  type BulkCustomerImportJob,
  BulkCustomerImportJobSchema,
  BulkCustomerImportStatus,
} from '../../gen/payments/customers/v1/customer_import_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { CustomerImport, ImportError } from './domain/customer-import.ts';
import { toTimestamp } from './timestamps.ts';

export function toImportJob(shown: CustomerImport, errors: readonly ImportError[]): BulkCustomerImportJob {
  const { id, status, total, successful, failed, completedAt } = shown;
  return create(BulkCustomerImportJobSchema, {
    id: publicId('Job', id),
    status: BulkCustomerImportStatus[status],
    progress: { total, processed: successful + failed, successful, failed },
    errors: errors.map(toEntry),
    ...(completedAt && { completedAt: toTimestamp(completedAt) }),
  });
}

function toEntry({ correlationId, code, message, details }: ImportError) {
  return create(BulkCustomerImportErrorEntrySchema, { correlationId, code, message, ...(details && { details }) });
}
