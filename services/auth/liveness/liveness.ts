// The interface of providers of liveness checks.
import type { LivenessResult, ScaReset } from '../domain/sca/reset.ts';

/** What the end user needs for a check. */
export interface LivenessAccess {
  readonly accessToken?: string | undefined;
  readonly verificationLink?: string | undefined;
}

/** Every call may be repeated. */
export interface Liveness {
  start(reset: ScaReset): Promise<LivenessAccess>;
  /** `fullName`: of the customer. */
  resultOf(reset: ScaReset, at: { readonly now: Date; readonly fullName: string }): Promise<LivenessResult>;
}
