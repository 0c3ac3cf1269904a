// Requests that wait for a wallet's signature.
import { wholeSecond } from './session.ts';

/** PROCESSING: claimed by a retry, under a lease. A PENDING request after its end has expired. */
export type RequestState = 'PENDING' | 'PROCESSING' | 'CONSUMED';

/** The signer. Empty in the sandbox if a magic value replaced the stamp. */
export interface Signer {
  readonly publicKey: string;
  readonly sessionId?: string;
}

/** Who may sign: any active session of the accounts, unless restricted. */
export interface Signers {
  readonly accountIds: readonly string[];
  readonly sessionId?: string;
  readonly excludedCredentialId?: string;
  /** Compressed hex. It need not be the key of a session. */
  readonly publicKey?: string;
}

export interface SignedRequest extends Signers {
  readonly id: string;
  readonly platformId: string;
  readonly operation: string;
  readonly fingerprint: Uint8Array;
  /** The exact text that signatures cover. */
  readonly payload: string;
  readonly state: RequestState;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** For the retry that holds it, or held it when its process died. */
  readonly claim?: Claim;
  /** In the platform's time: until then its retry gets PROCESSING. */
  readonly settlesAt?: Date;
  /** The operation is executed; its response may still be fetched. */
  readonly isSettled: boolean;
  /** The message of a request that the service settles itself, encrypted. */
  readonly message?: Uint8Array;
}

export interface Claim {
  /** SHA-256 of the header. */
  readonly stamp: Uint8Array;
  readonly signer: Signer;
  /** Real time. */
  readonly leaseUntil: Date;
  /** The process with the lease. */
  readonly holder: number;
}

export const failuresMax = 5;
const openMs = 300_000;
const leaseMs = 10_000;

export function requestEnd(now: Date): Date {
  return wholeSecond(now.getTime() + openMs);
}

/** How long a claimed retry blocks others. */
export function leaseEnd(wallNow: Date): Date {
  return new Date(wallNow.getTime() + leaseMs);
}

export interface Moment {
  readonly now: Date;
  readonly wallNow: Date;
  /** The service settles it itself, so the end of the request does not matter. */
  readonly isAlone: boolean;
  /** Processes whose leases are free. */
  readonly dead: readonly number[];
}

/** Why a request can no longer be retried, for the sandbox. Undefined if it can. */
export function whyUnusable(request: SignedRequest, moment: Moment): string | undefined {
  const { state, settlesAt, expiresAt } = request;
  if (state === 'CONSUMED') return 'Request-Id already used';
  if (settlesAt === undefined && isHeld(request, moment)) return 'Request-Id already used';
  return moment.now < expiresAt || moment.isAlone ? undefined : 'Expired Request-Id';
}

/** Its retry was accepted with PROCESSING, and it waits or is running. */
export function isProcessing(request: SignedRequest, moment: Moment): boolean {
  const { state, settlesAt } = request;
  if (state !== 'PROCESSING' || settlesAt === undefined) return false;
  return moment.now < settlesAt || isHeld(request, moment);
}

function isHeld({ claim }: SignedRequest, { wallNow, dead }: Moment): boolean {
  return claim !== undefined && wallNow < claim.leaseUntil && !dead.includes(claim.holder);
}
