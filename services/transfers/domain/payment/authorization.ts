// The customer's proof that a payment waits for: which payments need one, and how many steps there are.

import { currencyOf } from '../../../kit/core/currencies.ts';
import { textOf } from '../shared/decimal.ts';

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

/** A payment, as far as its customer's proof goes. */
interface Proving {
  readonly state: string;
  readonly failureReason?: string;
  readonly authorization?: Authorization;
}

/** The challenge that is to be answered next; undefined when the payment waits for none. */
export function openAuthorization({ state, authorization }: Proving): Authorization | undefined {
  return state === 'AWAITING_PROOF' ? authorization : undefined;
}

/** Whether the customer has a proof to give, or never gave it: where to pay is told to nobody then. */
export function isUnproven({ failureReason, authorization }: Proving): boolean {
  return authorization !== undefined || failureReason === 'SCA_NOT_COMPLETED';
}

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

interface Amount {
  readonly currency: string;
  /** In the smallest unit. */
  readonly amount: bigint;
}

export interface Moving {
  readonly sent: Amount;
  readonly received: Pick<Amount, 'currency'>;
}

/** What the customer agrees to, as the text message says it: `to pay 10.5 EUR to Grace Hopper`. */
export function agreementOf({ sent, received }: Moving, purpose: Purpose, payee: string): string {
  return purpose === 'CURRENCY_CONVERSION'
    ? `to convert ${shown(sent)} to ${received.currency}`
    : `to pay ${shown(sent)} to ${payee}`;
}

function shown({ currency, amount }: Amount): string {
  const decimals = currencyOf(currency)?.decimals ?? 0;
  return `${textOf({ digits: amount, scale: decimals })} ${currency}`;
}
