// The meaning of a platform's response to an approval request.
import type { IncomingFailureReason } from '../shared/failure-reasons.ts';
import { type CustomerFields, customerFieldsIn, missingFields, type RequiredField } from './customer-fields.ts';

/** A response, or why there is none. */
export type EndpointAnswer = { readonly status: number; readonly body: Uint8Array } | { readonly silence: 'TIMEOUT' | 'OTHER' };

export type Verdict =
  | { readonly kind: 'APPROVED'; readonly info: CustomerFields }
  /** The platform will decide by a later call. */
  | { readonly kind: 'WAITING' }
  | { readonly kind: 'REJECTED'; readonly reason?: string }
  /** The platform requests more data of the payer. */
  | { readonly kind: 'MORE'; readonly names: readonly string[] }
  | { readonly kind: 'FAILED'; readonly reason: IncomingFailureReason };

/** `requested`: data of the receiver that the sender's institution requests. */
export function verdictOf(answer: EndpointAnswer, requested: readonly RequiredField[]): Verdict {
  if ('silence' in answer) {
    return failed(answer.silence === 'TIMEOUT' ? 'PAYMENT_APPROVAL_TIMED_OUT' : 'PAYMENT_APPROVAL_WEBHOOK_ERROR');
  }
  const body = parsed(answer.body);
  if (!body) return failed('PAYMENT_APPROVAL_WEBHOOK_ERROR');
  switch (answer.status) {
    case 200:
      return approval(customerFieldsIn(objectIn(body.receiverCustomerInfo)), requested);
    case 202:
      return { kind: 'WAITING' };
    case 403:
      return { kind: 'REJECTED', ...(typeof body.reason === 'string' && { reason: body.reason }) };
    case 422:
      return { kind: 'MORE', names: Array.isArray(body.requiredFields) ? body.requiredFields.map(String) : [] };
    default:
      return failed('PAYMENT_APPROVAL_WEBHOOK_ERROR');
  }
}

/** An approval requires all mandatory data. */
export function approval(info: CustomerFields, requested: readonly RequiredField[]): Verdict {
  if (missingFields(info, requested).length > 0) return failed('MISSING_MANDATORY_PAYEE_DATA');
  return { kind: 'APPROVED', info };
}

const failed = (reason: IncomingFailureReason): Verdict => ({ kind: 'FAILED', reason });

/** An empty body counts as an empty object. Undefined if the body is not a JSON object. */
function parsed(bytes: Uint8Array): Record<string, unknown> | undefined {
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') return {};
  try {
    return objectIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
