// Requests that wait for a wallet's signature.
import { wholeSecond } from './session.ts';

/** PROCESSING: taken by a retry, under a lease. What is PENDING past its end has expired. */
export type RequestState = 'PENDING' | 'PROCESSING' | 'CONSUMED';

/** Who signed; empty in the sandbox, where a value may stand in for a stamp. */
export interface Signer {
  readonly publicKey: string;
  readonly sessionId?: string;
}

/** Who may sign: any active session of the accounts, unless it is narrowed down. */
export interface Signers {
  readonly accountIds: readonly string[];
  readonly sessionId?: string;
  readonly excludedCredentialId?: string;
  /** Compressed hex; it need not be the key of a session. */
  readonly publicKey?: string;
}

export interface SignedRequest extends Signers {
  readonly id: string;
  readonly platformId: string;
  readonly operation: string;
  readonly fingerprint: Uint8Array;
  /** Signatures are verified over this text, as it was handed out. */
  readonly payload: string;
  readonly state: RequestState;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Of the retry that holds it, or held it when its process died. */
  readonly taken?: Taken;
}

export interface Taken {
  /** SHA-256 of the header. */
  readonly stamp: Uint8Array;
  readonly signer: Signer;
  /** On the wall. */
  readonly leaseUntil: Date;
}

export const failuresMax = 5;
const openMs = 300_000;
const leaseMs = 10_000;

export function requestEnd(now: Date): Date {
  return wholeSecond(now.getTime() + openMs);
}

/** How long a retry that was taken keeps others out. */
export function leaseEnd(wallNow: Date): Date {
  return new Date(wallNow.getTime() + leaseMs);
}

export interface Moment {
  readonly now: Date;
  readonly wallNow: Date;
}

/** Why a request can no longer be retried, in the words of the sandbox; undefined while it can. */
export function whyUnusable({ state, taken, expiresAt }: SignedRequest, { now, wallNow }: Moment): string | undefined {
  if (state === 'CONSUMED') return 'Request-Id already used';
  if (taken && wallNow < taken.leaseUntil) return 'Request-Id already used';
  return now < expiresAt ? undefined : 'Expired Request-Id';
}
