// UploadCustomersCsv: stores a file of customers and adds its import.
import type { UploadedFile } from '../../../gen/payments/common/v1/upload_pb.ts';
import { BulkCustomerImportStatus, type CustomerImportService } from '../../../gen/payments/customers/v1/customer_import_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { CustomersContext, CustomersMethod } from '../context.ts';
import type { CustomerImport } from '../domain/customer-import.ts';
import { bytesOf } from '../domain/document.ts';
import { openImportJob } from '../steps/import-jobs.ts';
import { requiredFile } from '../steps/required-file.ts';
import { keepPart, refuseUnkept } from '../steps/uploads.ts';

/** The import has the id of the operation. */
export const uploadCustomersCsv: CustomersMethod<typeof CustomerImportService.method.uploadCustomersCsv> = async (
  request,
  context,
) => {
  const { store, caller, clock, operationId: id } = context;
  const uploadId = await keptUpload(requiredFile(request), context);
  const begun: CustomerImport = {
    id,
    platformId: caller.platformId,
    status: 'PENDING',
    uploadId,
    columns: undefined,
    position: 0,
    total: 0,
    successful: 0,
    failed: 0,
    createdAt: clock.now(),
    completedAt: undefined,
  };
  await store.write(async (rows) => {
    await rows.customerImports.insert(begun);
    await rows.jobs.add(openImportJob(context, id));
  });
  return { jobId: publicId('Job', id), status: BulkCustomerImportStatus.PENDING };
};

const bytesMax = 100 * 1024 * 1024;

/**
 * The upload id of the file; a complete file becomes a single part. Throws INVALID_INPUT unless the upload is complete and not used by
 * another import.
 */
async function keptUpload(file: UploadedFile, context: CustomersContext): Promise<string> {
  const { store, caller, operationId } = context;
  const refused = (message: string) => invalidInput([{ field: 'file', message }]);
  const { uploadId = operationId, content } = file;
  const bytes = bytesOf(file);
  if (bytes > bytesMax) throw refused(`must be at most ${bytesMax} bytes`);
  if (file.uploadId === undefined && bytes > 0) await keepPart({ uploadId, number: 0, content }, context);
  await refuseUnkept({ uploadId, bytes }, context);
  if (await store.customerImports.isNamed({ platformId: caller.platformId, uploadId }, { isOpen: false }))
    throw refused('was already imported');
  return uploadId;
}
