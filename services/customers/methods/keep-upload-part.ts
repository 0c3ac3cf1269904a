// KeepUploadPart: stores a part of a file before its import.
import type { CustomerImportService } from '../../../gen/payments/customers/v1/customer_import_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { keepPart } from '../steps/uploads.ts';

type KeepUploadPart = CustomersMethod<typeof CustomerImportService.method.keepUploadPart>;

export const keepUploadPart: KeepUploadPart = async (part, context) => {
  await keepPart(part, context);
  return {};
};
