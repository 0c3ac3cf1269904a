// ReplaceDocument: replaces a document. Omitted fields are removed.
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { CustomersMethod } from '../context.ts';
import { toDocument } from '../convert.ts';
import type { Document } from '../domain/document.ts';
import { discardPartsJobs } from '../steps/blob-jobs.ts';
import { findDocument, findLiveCustomer, lockCustomer, unknown } from '../steps/find-holder.ts';
import { adopterOf, inspectFile, refuseFile, withFile } from '../steps/keep-file.ts';
import { requiredFile } from '../steps/required-file.ts';

export const replaceDocument: CustomersMethod<typeof DocumentService.method.replaceDocument> = async (request, context) => {
  const { caller, clock } = context;
  const file = requiredFile(request);
  const replaced = await adopterOf(file, uuidOf('Document', request.documentId), context);
  if (replaced) return toDocument(replaced);
  await refuseFile(file, context);
  const { id, customerId } = await findDocument(request.documentId, context);
  await findLiveCustomer(customerId, context);
  inspectFile(file, context);

  const { documentType, side, country, documentNumber, issuingAuthority } = request;
  const details = { documentType, side, country, documentNumber, issuingAuthority };
  const { document, discarding } = await withFile({ file, documentId: id }, context, async (rows, kept) => {
    await lockCustomer(rows, context, customerId);
    const before = await rows.documents.find(caller.platformId, id);
    if (!before) throw unknown('Document', request.documentId);
    const after: Document = { ...before, ...details, ...kept, updatedAt: clock.now() };
    const jobs = discardPartsJobs(context, before);
    await rows.documents.update(after);
    await rows.jobs.addMany(jobs);
    return { document: after, discarding: jobs };
  });
  for (const job of discarding) await context.runNow(job);
  return toDocument(document);
};
