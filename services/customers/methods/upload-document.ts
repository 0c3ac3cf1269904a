// UploadDocument: stores a document of a customer or of one of its owners.
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toDocument } from '../convert.ts';
import type { Document } from '../domain/document.ts';
import { discardPartsJobs } from '../steps/blob-jobs.ts';
import { findHolder, findLiveCustomer, lockCustomer } from '../steps/find-holder.ts';
import { adopterOf, inspectFile, refuseFile, withFile } from '../steps/keep-file.ts';
import { requiredFile } from '../steps/required-file.ts';

/** The content is stored before the document. A refused document leaves none. */
export const uploadDocument: CustomersMethod<typeof DocumentService.method.uploadDocument> = async (request, context) => {
  const { caller, clock, operationId: id } = context;
  const file = requiredFile(request);
  const made = await adopterOf(file, id, context);
  if (made) return toDocument(made);
  await refuseFile(file, context);
  const holder = await findHolder(request.documentHolder, context);
  await findLiveCustomer(holder.customerId, context);
  inspectFile(file, context);

  const { documentType, side, country, documentNumber, issuingAuthority } = request;
  const details = { documentType, side, country, documentNumber, issuingAuthority };
  const now = clock.now();
  const document = await withFile({ file, documentId: id }, context, async (rows, kept) => {
    await lockCustomer(rows, context, holder.customerId);
    const drafted: Document = {
      id,
      platformId: caller.platformId,
      ...holder,
      ...details,
      ...kept,
      createdAt: now,
      updatedAt: now,
    };
    const isNew = await rows.documents.insert(drafted);
    if (!isNew) await rows.jobs.addMany(discardPartsJobs(context, drafted)); // of a repeated call, whose document has the content of the first
    return drafted;
  });
  return toDocument(document);
};
