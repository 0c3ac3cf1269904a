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
  /** How long a payout takes, as the rail offered. */
  readonly seconds?: number;
  readonly isInstant?: boolean;
}

/** How a rail would carry a payout. */
export interface RailOffer extends RailRule {
  /** Name of the payment rail; absent for assets on chains. */
  readonly rail?: string;
  /** What the other side takes of each payout, in the receiving currency. */
  readonly fee: bigint;
}

/** The sandbox carries everything, for nothing. */
export function sandboxOffers(rails: readonly string[]): RailOffer[] {
  if (rails.length === 0) return [{ ...instant(), fee: 0n }];
  return rails.map((rail) => ({ ...ruleOf(rail), rail, fee: 0n }));
}

/** How long a payout takes on the route. */
export function routeSeconds({ rail, seconds }: Route): number {
  return seconds ?? railSeconds(rail);
}

export function isInstantRoute({ rail, isInstant }: Route): boolean {
  return isInstant ?? isInstantRail(rail);
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

/** The offer that the caller names; else the first that carries the amount, instant ones first; where none does, the first of all. */
export function chooseOffer(offers: readonly RailOffer[], { rail, amount }: Choice): RailOffer | undefined {
  if (rail !== undefined) return offers.find((offer) => offer.rail === rail);
  const ordered = [...offers.filter(({ isInstant }) => isInstant), ...offers.filter(({ isInstant }) => !isInstant)];
  return ordered.find((offer) => carries(offer, amount)) ?? ordered[0];
}

export interface Choice {
  /** Name of the payment rail that the caller wants. */
  readonly rail?: string | undefined;
  readonly amount: bigint;
}

/** Whether so much is carried at once. */
export function carries({ min = 1n, max }: Pick<RailOffer, 'min' | 'max'>, amount: bigint): boolean {
  return amount >= min && (max === undefined || amount <= max);
}

function ruleOf(rail: string): RailRule {
  return rules[rail] ?? fallback;
}
