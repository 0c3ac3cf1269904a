// A fault that a sandbox platform has set: which calls, events or payouts it affects.
import { createHash } from 'node:crypto';

/** What a fault affects. */
export type FaultTarget = 'CALL' | 'EVENT' | 'RAIL';

interface Effect {
  readonly target: FaultTarget;
  /** The default delay. Absent: the fault has none. */
  readonly delayMs?: number;
}

export const faultEffects = {
  DELAY: { target: 'CALL', delayMs: 1_000 },
  RATE_LIMITED: { target: 'CALL' },
  ERROR_BEFORE: { target: 'CALL' },
  ERROR_AFTER: { target: 'CALL' },
  CUT_BEFORE: { target: 'CALL' },
  CUT_AFTER: { target: 'CALL' },
  WEBHOOK_DUPLICATED: { target: 'EVENT' },
  WEBHOOK_LATE: { target: 'EVENT', delayMs: 60_000 },
  WEBHOOK_OUT_OF_ORDER: { target: 'EVENT', delayMs: 5_000 },
  WEBHOOK_DROPPED: { target: 'EVENT' },
  RAIL_SILENT: { target: 'RAIL', delayMs: 600_000 },
} as const satisfies Readonly<Record<string, Effect>>;

export type FaultType = keyof typeof faultEffects;

/** Affects every operation, or every type of events. */
export const every = '*';

/** Of one platform. */
export const faultsMax = 100;

/** Of a call: callers and connections do not wait much longer. */
export const callDelayMsMax = 60_000;

export interface Fault {
  readonly id: string;
  readonly platformId: string;
  readonly type: FaultType;
  /** The operation or the type of events, or `every`. Absent for rails. */
  readonly subject: string | undefined;
  /** How often it can still occur. Absent: unlimited. */
  readonly remaining: number | undefined;
  /** The share that it affects, in millionths. Absent: all. */
  readonly millionths: number | undefined;
  readonly seed: bigint;
  readonly delayMs: number | undefined;
  /** Matching calls or events so far. */
  readonly seenCount: bigint;
  /** Real time. */
  readonly createdAt: Date;
}

export const effectOf = (type: FaultType): Effect => faultEffects[type];

/** The fault after one more matching call or event, and whether it affects that one. A fault with none `remaining` has ended. */
export function meet(fault: Fault): { readonly fault: Fault; readonly isHit: boolean } {
  const seenCount = fault.seenCount + 1n;
  const isHit = fault.millionths === undefined || drawn(fault.seed, seenCount) < fault.millionths;
  const remaining = isHit && fault.remaining !== undefined ? fault.remaining - 1 : fault.remaining;
  return { fault: { ...fault, seenCount, remaining }, isHit };
}

const million = 1_000_000;

/** The share as it is stored. */
export const millionthsOf = (probability: number) => Math.round(probability * million);

export const probabilityOf = (millionths: number) => millionths / million;

/** From 0 up to a million, evenly: the same for the same seed and position. */
function drawn(seed: bigint, position: bigint): number {
  const digest = createHash('sha256').update(`${seed} ${position}`).digest();
  return Number(digest.readBigUInt64BE() % BigInt(million));
}
