// Renders every error as the public error body.
import { ErrorCode } from '../gen/payments/common/v1/error_pb.ts';
import type { Log } from '../services/kit/core/log.ts';
import { fail, nameOf, nextStepOf, Refusal, refusalFrom, waitOf } from '../services/kit/messages/fail.ts';

export interface PublicError {
  readonly status: number;
  /** `INVALID_INPUT` */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ErrorContext {
  readonly requestId: string;
  /** The route requires the credential of an agent. */
  readonly isForAgents?: boolean;
  readonly log: Log;
}

export const jsonType = 'application/json; charset=utf-8';

/** Renders an error. An error that is not a refusal becomes a 500 without details, and is logged here once, with its cause. */
export function renderError(error: unknown, { requestId, isForAgents = false, log }: ErrorContext): PublicError {
  const refusal = refusalFrom(error) ?? fromFramework(error) ?? unexpected(error, { requestId, log });
  const { status } = refusal;
  const details = refusal.code === ErrorCode.INTERNAL_ERROR ? { ...refusal.details, requestId } : refusal.details;
  const reason = status === 401 && typeof details?.reason === 'string' ? { reason: details.reason } : {};
  const code = nameOf(refusal.code);
  const body = { status, code, message: refusal.message, ...reason, ...(details && { details }) };
  return {
    status,
    code,
    headers: { 'content-type': jsonType, 'x-request-id': requestId, ...headersOf(refusal, isForAgents) },
    body: JSON.stringify(body),
  };
}

function headersOf(refusal: Refusal, isForAgents: boolean): Record<string, string> {
  const headers: Record<string, string> = { link: `<${errorsPagePath}#${nameOf(refusal.code)}>; rel="help"` };
  const nextStep = nextStepOf(refusal.code);
  if (nextStep !== undefined) headers['service-next-step'] = nextStep;
  const wait = waitOf(refusal);
  if (wait !== undefined) headers['retry-after'] = String(wait);
  if (refusal.status === 401) headers['www-authenticate'] = isForAgents ? 'Bearer' : 'Basic realm="payments", charset="UTF-8"';
  if (isHopeless(refusal)) headers['x-should-retry'] = 'false';
  if (refusal.more.replayed) headers['idempotent-replayed'] = 'true';
  return headers;
}

/** The page has an anchor per code. */
const errorsPagePath = '/docs/guides/errors';

/** Clients retry 409, 429 and 5xx automatically; these would fail again. A 409 with a wait is a call that is still running. */
function isHopeless({ code, status, retryAfterSeconds }: Refusal): boolean {
  if (status === 409) return retryAfterSeconds === undefined;
  return status === 501 || code === ErrorCode.DAILY_VOLUME_LIMIT_EXCEEDED;
}

/** Errors of the framework. Those caused by the caller are 400, because the contract has no other statuses. */
function fromFramework(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  if (error.statusCode < 400 || error.statusCode >= 500) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return fail(ErrorCode.INVALID_INPUT, sentences.get(code) ?? 'The request cannot be read.');
}

const sentences = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'The content type must be application/json.'],
  ['FST_ERR_BAD_URL', 'The URL is not percent-encoded correctly.'],
  ['FST_REQ_FILE_TOO_LARGE', 'A file of the form is too large.'],
  ['FST_PARTS_LIMIT', 'The form has too many parts.'],
]);

function unexpected(error: unknown, { requestId, log }: ErrorContext): Refusal {
  log.error({ err: error, requestId }, 'A request failed.');
  return new Refusal(
    ErrorCode.INTERNAL_ERROR,
    'Something went wrong on our side. If the problem persists, contact support with the request id.',
  );
}
