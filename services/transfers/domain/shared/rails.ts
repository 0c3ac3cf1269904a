// Payment rails: selection for a payout, duration and limits.

/** The limits of a single payout, in the smallest unit of its currency. */
interface RailRule {
  /** The duration of a payout. */
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

/** The route of a transaction. */
export interface Route {
  readonly rail: string;
  /** MANUAL if the caller chose the rail. */
  readonly mode: 'AUTO' | 'MANUAL';
  /** The duration of a payout, as offered by the rail. */
  readonly seconds?: number;
  readonly isInstant?: boolean;
}

/** An offer of a rail for a payout. */
export interface RailOffer extends RailRule {
  /** Name of the payment rail. Absent for crypto assets. */
  readonly rail?: string;
  /** Fee of the receiving side per payout, in the receiving currency. */
  readonly fee: bigint;
}

/** The sandbox accepts all amounts without fees. */
export function sandboxOffers(rails: readonly string[]): RailOffer[] {
  if (rails.length === 0) return [{ ...instant(), fee: 0n }];
  return rails.map((rail) => ({ ...ruleOf(rail), rail, fee: 0n }));
}

/** The duration of a payout on the route. */
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

/** The minimum and maximum of a rail. */
export function railLimits(rail: string): { min: bigint; max?: bigint } {
  const { min = 1n, max } = ruleOf(rail);
  return max === undefined ? { min } : { min, max };
}

/** The offer that the caller chose; otherwise the first that accepts the amount, instant ones first; otherwise the first of all. */
export function chooseOffer(offers: readonly RailOffer[], { rail, amount }: Choice): RailOffer | undefined {
  if (rail !== undefined) return offers.find((offer) => offer.rail === rail);
  const ordered = [...offers.filter(({ isInstant }) => isInstant), ...offers.filter(({ isInstant }) => !isInstant)];
  return ordered.find((offer) => carries(offer, amount)) ?? ordered[0];
}

export interface Choice {
  /** Name of the payment rail that the caller chose. */
  readonly rail?: string | undefined;
  readonly amount: bigint;
}

/** Whether the offer accepts the amount. */
export function carries({ min = 1n, max }: Pick<RailOffer, 'min' | 'max'>, amount: bigint): boolean {
  return amount >= min && (max === undefined || amount <= max);
}

function ruleOf(rail: string): RailRule {
  return rules[rail] ?? fallback;
}
