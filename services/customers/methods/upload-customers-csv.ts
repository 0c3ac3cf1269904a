// UploadCustomersCsv: takes a file of customers, and leaves it to be imported.
import { BulkCustomerImportStatus, type CustomerImportService } from '../../../gen/payments/customers/v1/customer_import_pb.ts';
import { publicId } from '../../kit/ids.ts';
import { invalidInput } from '../../kit/validate.ts';
import type { CustomersContext, CustomersMethod } from '../context.ts';
import type { CustomerImport } from '../domain/customer-import.ts';
import { openImportJob } from '../steps/import-jobs.ts';
import { requiredFile } from '../steps/required-file.ts';

/** The import takes the id of the operation. */
export const uploadCustomersCsv: CustomersMethod<typeof CustomerImportService.method.uploadCustomersCsv> = async (
  request,
  context,
) => {
  const { store, caller, clock, operationId: id } = context;
  const { uploadId, bytes } = requiredFile(request);
  await refuseUnkept(uploadId, bytes, context);
  const begun: CustomerImport = {
    id,
    platformId: caller.platformId,
    status: 'PENDING',
    uploadId: uploadId ?? id,
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

/** Throws INVALID_INPUT for a file that did not come in parts, all of them, for this import alone. */
async function refuseUnkept(
  uploadId: string | undefined,
  bytes: bigint | undefined,
  { store, caller }: CustomersContext,
): Promise<void> {
  const refused = (message: string) => invalidInput([{ field: 'file', message }]);
  if (uploadId === undefined || bytes === undefined) throw refused('must be handed over in parts');
  if (bytes > bytesMax) throw refused(`must be at most ${bytesMax} bytes`);
  const parts = await store.uploadParts.of(caller.platformId, uploadId);
  const kept = parts.reduce((sum, part) => sum + part.bytes, 0);
  if (BigInt(kept) !== bytes || parts.some(({ number }, index) => number !== index)) throw refused('was not handed over whole');
  if (await store.customerImports.isNamed(uploadId, { isOpen: false })) throw refused('was imported before');
}
