// What a quote asks of a rail: one that does not answer is no reason to give up, for the quote may be asked for again.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, refusalFrom } from '../../../kit/messages/fail.ts';

/** Throws QUOTE_REQUEST_FAILED where the rail does not answer. */
export async function askRail<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    const refusal = refusalFrom(cause);
    if (!refusal || refusal.status < 500) throw cause;
    throw Object.assign(fail(ErrorCode.QUOTE_REQUEST_FAILED, 'The payment rail is not available. Try again.'), { cause });
  }
}
