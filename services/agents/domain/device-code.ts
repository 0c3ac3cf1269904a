// Device codes: single-use, short-lived, replaced by newer ones. Stored as hashes, as are the access tokens that they are exchanged for.
import { createHash } from 'node:crypto';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';

export interface DeviceCode {
  readonly codeHash: Uint8Array;
  /** uuid. */
  readonly agentId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly redeemedAt: Date | undefined;
  /** When a newer code replaced it. */
  readonly supersededAt: Date | undefined;
}

/** The code of five random bytes: `AGENT-7K2M-Q9XZ`. */
export function codeFrom(random: Uint8Array): string {
  let bits = 0n;
  for (const byte of random.subarray(0, 5)) bits = (bits << 8n) | BigInt(byte);
  const symbols = Array.from({ length: 8 }, (_, place) => alphabet[Number((bits >> BigInt(5 * place)) & 31n)]).join('');
  return `AGENT-${symbols.slice(0, 4)}-${symbols.slice(4)}`;
}

/** Without I, O, 0 and 1. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The access token of 20 random bytes. */
export function accessTokenFrom(random: Buffer): string {
  return `agt_${random.subarray(0, 20).toString('hex')}`;
}

/** Of a code as people type it: case and surrounding spaces do not matter. */
export const codeHashOf = (code: string) => hashOf(code.trim().toUpperCase());

/** Sufficient for secrets that are random, and whose guesses are limited. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const lifetimeMs = 24 * 3_600_000;
const shortLifetimeMs = 30_000;

/** `isShort`: for an agent of the sandbox whose name asks for it. */
export function expiryOf(now: Date, isShort: boolean): Date {
  return new Date(now.getTime() + (isShort ? shortLifetimeMs : lifetimeMs));
}

/** Why a code cannot be redeemed. Undefined if it can. */
export function refusalToRedeem({ redeemedAt, supersededAt, expiresAt }: DeviceCode, now: Date): Refusal | undefined {
  if (redeemedAt) return unusable('DEVICE_CODE_REDEEMED', 'The device code was already redeemed. Issue a new one.');
  if (supersededAt) return unusable('DEVICE_CODE_SUPERSEDED', 'A newer device code was issued. Use that one.');
  if (now >= expiresAt) return unusable('DEVICE_CODE_EXPIRED', 'The device code has expired. Issue a new one.');
  return undefined;
}

const unusable = (reason: string, message: string) => fail(ErrorCode.INVALID_INPUT, message, { reason });
