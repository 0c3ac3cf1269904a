// The customer's proof that a payment waits for: which payments need one, and how many steps there are.

export type ScaFactor = 'SMS_OTP' | 'TOTP' | 'PASSKEY';

/** What the customer is asked to prove now. */
export interface Authorization {
  /** uuid of the challenge. */
  readonly id: string;
  readonly factor: ScaFactor;
  readonly availableFactors: readonly ScaFactor[];
  readonly purpose: Purpose;
  readonly expiresAt: Date;
}

export type Purpose = 'TRANSFER' | 'CURRENCY_CONVERSION' | 'PAYOUT';

/** Money whose debits the law is about. */
const guardedCurrencies = new Set(['EUR', 'USDC']);

export function isGuarded(currency: string): boolean {
  return guardedCurrencies.has(currency);
}

export interface CurrencyPair {
  readonly sending: string;
  readonly receiving: string;
}

/** One proof for each step: an exchange of currencies is a step of its own. */
export function stepsOf({ sending, receiving }: CurrencyPair): readonly [Purpose, ...Purpose[]] {
  return sending === receiving ? ['TRANSFER'] : ['CURRENCY_CONVERSION', 'PAYOUT'];
}

/** The step behind this one; undefined when it was the last. */
export function nextStep(pair: CurrencyPair, done: Purpose): Purpose | undefined {
  const steps = stepsOf(pair);
  return steps[steps.indexOf(done) + 1];
}
