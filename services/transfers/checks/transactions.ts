// Checks over several fields of a request for a list of transactions.
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import type { ListTransactionsRequest } from '../../../gen/payments/transfers/v1/transaction_pb.ts';
import type { FieldError } from '../../kit/messages/validate.ts';

/** The range must not be empty. */
export function checkListTransactions({ startDate, endDate }: ListTransactionsRequest): FieldError[] {
  if (!startDate || !endDate || !isAfter(startDate, endDate)) return [];
  return [{ field: 'startDate', message: 'must not be after endDate' }];
}

function isAfter(one: Timestamp, other: Timestamp): boolean {
  return one.seconds === other.seconds ? one.nanos > other.nanos : one.seconds > other.seconds;
}
