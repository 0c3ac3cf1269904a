// Errors of calls. Both have the idempotency key: a later call with it continues this one, instead of paying again.

/** The platform refused the call, or failed. Programs read `code`. */
export class ApiError extends Error {
  readonly status: number;
  /** `INSUFFICIENT_FUNDS` */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** What to do about it, for developers, if that does not depend on the case. It may change. */
  readonly nextStep: string | undefined;
  /** For support. */
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;

  constructor(refusal: Refusal, idempotencyKey: string | undefined) {
    super(refusal.message);
    this.name = 'ApiError';
    this.status = refusal.status;
    this.code = refusal.code;
    this.details = refusal.details;
    this.nextStep = refusal.nextStep;
    this.requestId = refusal.requestId;
    this.idempotencyKey = idempotencyKey;
  }
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly nextStep: string | undefined;
  readonly requestId: string | undefined;
}

/** No response arrived. The call may have taken effect. */
export class ConnectionError extends Error {
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super('The platform did not respond.', { cause });
    this.name = 'ConnectionError';
    this.idempotencyKey = idempotencyKey;
  }
}
