// UploadDocument: takes a paper of a customer or of one of its owners.
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toDocument } from '../convert.ts';
import type { Document } from '../domain/document.ts';
import { findHolder, findLiveCustomer, lockCustomer } from '../steps/find-holder.ts';
import { discardPartsJobs, inspectFile, keepFile, refuseFile } from '../steps/keep-file.ts';
import { requiredFile } from '../steps/required-file.ts';

/** The bytes are kept before the document that tells of them; what is refused leaves none. */
export const uploadDocument: CustomersMethod<typeof DocumentService.method.uploadDocument> = async (request, context) => {
  const { store, caller, clock, operationId: id } = context;
  const file = requiredFile(request);
  await refuseFile(file, context);
  const holder = await findHolder(request.documentHolder, context);
  await findLiveCustomer(holder.customerId, context);
  inspectFile(file, context);

  const kept = await keepFile(file, context);
  const { documentType, side, country, documentNumber, issuingAuthority } = request;
  const document: Document = {
    id,
    platformId: caller.platformId,
    ...holder,
    documentType,
    side,
    country,
    documentNumber,
    issuingAuthority,
    ...kept,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
  await store.write(async (rows) => {
    await lockCustomer(rows, context, holder.customerId);
    await rows.documents.insert(document);
    await rows.jobs.addMany(discardPartsJobs(file, context));
  });
  return toDocument(document);
};
