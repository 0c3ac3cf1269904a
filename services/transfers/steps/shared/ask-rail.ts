// Calls to a rail for a quote. If it does not respond, the caller can retry.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, refusalFrom } from '../../../kit/messages/fail.ts';

/** Throws QUOTE_REQUEST_FAILED if the rail does not respond. */
export async function askRail<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    const refusal = refusalFrom(cause);
    if (!refusal || refusal.status < 500) throw cause;
    throw Object.assign(fail(ErrorCode.QUOTE_REQUEST_FAILED, 'The payment rail is not available. Try again.'), { cause });
  }
}
