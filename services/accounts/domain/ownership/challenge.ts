// The challenge for the owner of a wallet: its text and its lifetime.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { publicId } from '../../../kit/core/ids.ts';
import { fail, Refusal } from '../../../kit/messages/fail.ts';

export type ChallengeMethod = 'WALLET_SIGNATURE' | 'LIVENESS';

export interface OwnershipChallenge {
  /** uuid. */
  readonly id: string;
  readonly platformId: string;
  /** uuid. An account has one challenge; a new one replaces it. */
  readonly accountId: string;
  readonly method: ChallengeMethod;
  /** The exact bytes to sign, which are therefore stored. */
  readonly message?: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Lifetime of a challenge. */
export const lifetimeMs: Readonly<Record<ChallengeMethod, number>> = {
  WALLET_SIGNATURE: 15 * 60_000,
  LIVENESS: 60 * 60_000,
};

/** When the sandbox ends a liveness check. */
export const sandboxLivenessMs = 5_000;

/** Maximum of failed proofs per account and hour. */
export const failuresMax = 10;
export const failuresWindowMs = 60 * 60_000;

export interface Signable {
  /** uuid. */
  readonly accountId: string;
  /** As stored. */
  readonly address: string;
  readonly network: string;
  /** 16 random bytes. */
  readonly nonce: Uint8Array;
  readonly expiresAt: Date;
}

/** One line of printable ASCII. */
export function messageToSign({ accountId, address, network, nonce, expiresAt }: Signable): string {
  return [
    'Wallet ownership check v1',
    `account ${publicId('ExternalAccount', accountId)}`,
    `address ${address}`,
    `network ${network}`,
    `nonce ${Buffer.from(nonce).toString('hex')}`,
    `expires ${secondsOf(expiresAt)}`,
  ].join(' | ');
}

const secondsOf = (date: Date) => date.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** Throws if too many proofs have failed. `failures`: times of the latest ones, newest first. */
export function refuseTooMany(failures: readonly Date[], now: Date): void {
  const oldest = failures[failuresMax - 1];
  if (!oldest) return;
  const waitMs = oldest.getTime() + failuresWindowMs - now.getTime();
  if (waitMs <= 0) return;
  const message = `${failuresMax} proofs of this account have failed within an hour. Wait, then ask for a new challenge.`;
  throw new Refusal(ErrorCode.RATE_LIMITED, message, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** The refusal of a proof without an open challenge. */
export function noOpenChallenge(): Refusal {
  return fail(ErrorCode.CONFLICT, 'There is no open WALLET_SIGNATURE challenge for this account. Request one first.');
}
