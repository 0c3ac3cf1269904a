// DeleteDocument: deletes a document with its content, unless it belongs to a submission.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { DocumentService } from '../../../gen/payments/customers/v1/document_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { CustomersMethod } from '../context.ts';
import { discardPartsJobs } from '../steps/blob-jobs.ts';
import { findDocument, lockCustomer, unknown } from '../steps/find-holder.ts';

export const deleteDocument: CustomersMethod<typeof DocumentService.method.deleteDocument> = async (request, context) => {
  const { store, caller } = context;
  const { id, customerId } = await findDocument(request.documentId, context);

  const discarding = await store.write(async (rows) => {
    await lockCustomer(rows, context, customerId);
    const document = await rows.documents.find(caller.platformId, id);
    if (!document) throw unknown('Document', request.documentId);
    if (await rows.verifications.isSubmitted(document, id)) {
      throw fail(ErrorCode.CONFLICT, 'The document belongs to a submitted verification. Replace it instead.', {
        reason: 'DOCUMENT_SUBMITTED',
      });
    }
    const jobs = discardPartsJobs(context, document);
    await rows.documents.remove(document);
    await rows.jobs.addMany(jobs);
    return jobs;
  });
  for (const job of discarding) await context.runNow(job);
  return {};
};
