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
  readonly claim?: Claim;
  /** In the platform's time: PROCESSING was answered to its retry, and is until then. */
  readonly settlesAt?: Date;
  /** Its effect was had; its answer may still be fetched. */
  readonly isSettled: boolean;
  /** What the service settles alone: the message of the request, encrypted. */
  readonly message?: Uint8Array;
}

export interface Claim {
  /** SHA-256 of the header. */
  readonly stamp: Uint8Array;
  readonly signer: Signer;
  /** On the wall. */
  readonly leaseUntil: Date;
  /** The process that has it. */
  readonly holder: number;
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
  /** Nobody waits for an answer: the end of the request does not matter. */
  readonly isAlone: boolean;
  /** Processes whose leases are free. */
  readonly dead: readonly number[];
}

/** Why a request can no longer be retried, in the words of the sandbox; undefined while it can. */
export function whyUnusable(request: SignedRequest, moment: Moment): string | undefined {
  const { state, settlesAt, expiresAt } = request;
  if (state === 'CONSUMED') return 'Request-Id already used';
  if (settlesAt === undefined && isHeld(request, moment)) return 'Request-Id already used';
  return moment.now < expiresAt || moment.isAlone ? undefined : 'Expired Request-Id';
}

/** Its retry was accepted and answered PROCESSING, and its time has not come, or somebody is carrying it out. */
export function isProcessing(request: SignedRequest, moment: Moment): boolean {
  const { state, settlesAt } = request;
  if (state !== 'PROCESSING' || settlesAt === undefined) return false;
  return moment.now < settlesAt || isHeld(request, moment);
}

function isHeld({ claim }: SignedRequest, { wallNow, dead }: Moment): boolean {
  return claim !== undefined && wallNow < claim.leaseUntil && !dead.includes(claim.holder);
}
