// KeepUploadPart: takes a part of a file ahead of the import that names it.
import type { CustomerImportService } from '../../../gen/payments/customers/v1/customer_import_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { keepPart } from '../steps/uploads.ts';

type KeepUploadPart = CustomersMethod<typeof CustomerImportService.method.keepUploadPart>;

export const keepUploadPart: KeepUploadPart = async (part, context) => {
  await keepPart(part, context);
  return {};
};
