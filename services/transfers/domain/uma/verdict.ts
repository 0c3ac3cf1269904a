// What a platform's answer to an approval call means for the payment.
import type { IncomingFailureReason } from '../shared/failure-reasons.ts';
import { type CustomerFields, customerFieldsIn, missingFields, type RequiredField } from './customer-fields.ts';

/** An answer, or why there is none. */
export type EndpointAnswer = { readonly status: number; readonly body: Uint8Array } | { readonly silence: 'TIMEOUT' | 'OTHER' };

export type Verdict =
  | { readonly kind: 'APPROVED'; readonly info: CustomerFields }
  /** The platform will decide by a call of its own. */
  | { readonly kind: 'WAITING' }
  | { readonly kind: 'REJECTED'; readonly reason?: string }
  /** The platform wants to know more of whoever pays. */
  | { readonly kind: 'MORE'; readonly names: readonly string[] }
  | { readonly kind: 'FAILED'; readonly reason: IncomingFailureReason };

/** `requested`: what the sender's institution wants to know of the receiver. */
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

/** An approval is one only with all that is mandatory. */
export function approval(info: CustomerFields, requested: readonly RequiredField[]): Verdict {
  if (missingFields(info, requested).length > 0) return failed('MISSING_MANDATORY_PAYEE_DATA');
  return { kind: 'APPROVED', info };
}

const failed = (reason: IncomingFailureReason): Verdict => ({ kind: 'FAILED', reason });

/** An empty body is an empty object; undefined for what is no JSON object. */
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
