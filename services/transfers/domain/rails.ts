// Payment rails: which one a payout takes, how fast it is, how much it carries.

/** What a rail can carry at once, in the smallest unit of its currency. */
interface RailRule {
  /** How long a payout takes. */
  readonly seconds: number;
  readonly isInstant: boolean;
  readonly min?: bigint;
  readonly max?: bigint;
}

const instant = (limits: { min?: bigint; max?: bigint } = {}): RailRule => ({ seconds: 10, isInstant: true, ...limits });
const slow = (seconds: number, limits: { min?: bigint; max?: bigint } = {}): RailRule => ({
  seconds,
  isInstant: false,
  ...limits,
});

const hour = 3_600;
const day = 24 * hour;

const rules: Readonly<Record<string, RailRule>> = {
  ACH: slow(day, { max: 100_000_000n }),
  BANK_TRANSFER: slow(day),
  FAST: instant({ max: 20_000_000n }),
  FASTER_PAYMENTS: instant({ max: 100_000_000n }),
  FEDNOW: instant({ max: 1_000_000_000n }),
  MOBILE_MONEY: instant(),
  NEFT: slow(2 * hour),
  PAYNOW: instant({ max: 20_000_000n }),
  PIX: instant(),
  RTGS: slow(2 * hour, { min: 20_000_000n }),
  RTP: instant({ max: 1_000_000_000n }),
  SEPA: slow(day),
  SEPA_INSTANT: instant(),
  SPEI: instant(),
  SWIFT: slow(3 * day),
  UPI: instant({ max: 10_000_000n }),
  WIRE: slow(4 * hour),
};

const fallback = slow(day);

/** How a transaction travels, once that is settled. */
export interface Route {
  readonly rail: string;
  /** MANUAL when the caller named the rail. */
  readonly mode: 'AUTO' | 'MANUAL';
}

export function isInstantRail(rail: string): boolean {
  return ruleOf(rail).isInstant;
}

export function railSeconds(rail: string): number {
  return ruleOf(rail).seconds;
}

/** What a rail carries at least and at most. */
export function railLimits(rail: string): { min: bigint; max?: bigint } {
  const { min = 1n, max } = ruleOf(rail);
  return max === undefined ? { min } : { min, max };
}

/** Whether the rail carries the amount. */
export function railCarries(rail: string, amount: bigint): boolean {
  const { min, max } = railLimits(rail);
  return amount >= min && (max === undefined || amount <= max);
}

/** The first rail that carries the amount, instant ones first; where none does, the first of all. */
export function chooseRail(supported: readonly string[], amount: bigint): string | undefined {
  const ordered = [...supported.filter(isInstantRail), ...supported.filter((rail) => !isInstantRail(rail))];
  return ordered.find((rail) => railCarries(rail, amount)) ?? ordered[0];
}

function ruleOf(rail: string): RailRule {
  return rules[rail] ?? fallback;
}
