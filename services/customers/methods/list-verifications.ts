// ListVerifications: the submissions that match all filters, newest first.
import type { VerificationService } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { CustomersMethod } from '../context.ts';
import { toVerification } from '../convert.ts';

export const listVerifications: CustomersMethod<typeof VerificationService.method.listVerifications> = async (
  request,
  { store, caller },
) => {
  const { cursor, limit = pageSize } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const customerId = request.customerId === undefined ? undefined : uuidOf('Customer', request.customerId);
  const filter = { platformId: caller.platformId, customerId, status: request.verificationStatus };

  const totalCount = await store.verifications.count(filter);
  const { data, ...position } = pageOf(await store.verifications.page(filter, { after, limit }), limit);
  return { data: data.map(toVerification), totalCount, ...position };
};
