// ReplaceDocument: another paper in the place of one; what the request leaves out is gone.
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toDocument } from '../convert.ts';
import type { Document } from '../domain/document.ts';
import { findDocument, findLiveCustomer, lockCustomer, unknown } from '../steps/find-holder.ts';
import { discardBlobJob, discardPartsJobs, inspectFile, keepFile, refuseFile } from '../steps/keep-file.ts';
import { requiredFile } from '../steps/required-file.ts';

export const replaceDocument: CustomersMethod<typeof DocumentService.method.replaceDocument> = async (request, context) => {
  const { store, caller, clock } = context;
  const file = requiredFile(request);
  await refuseFile(file, context);
  const { id, customerId } = await findDocument(request.documentId, context);
  await findLiveCustomer(customerId, context);
  inspectFile(file, context);

  const kept = await keepFile(file, context);
  const { documentType, side, country, documentNumber, issuingAuthority } = request;
  const details = { documentType, side, country, documentNumber, issuingAuthority };
  const { document, discarding } = await store.write(async (rows) => {
    await lockCustomer(rows, context, customerId);
    const before = await rows.documents.find(caller.platformId, id);
    if (!before) throw unknown('Document', request.documentId);
    const after: Document = { ...before, ...details, ...kept, updatedAt: clock.now() };
    const job = discardBlobJob(context, before.blob.key);
    await rows.documents.update(after);
    await rows.jobs.addMany([job, ...discardPartsJobs(file, context)]);
    return { document: after, discarding: job };
  });
  await context.runNow(discarding);
  return toDocument(document);
};
