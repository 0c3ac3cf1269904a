// The customer authorization of a payment: which payments require it, and in how many steps.

import type { JsonObject } from '@bufbuild/protobuf';
import { currencyOrTokenOf } from '../../../kit/core/currencies.ts';
import { textOf } from '../shared/decimal.ts';

export type ScaFactor = 'SMS_OTP' | 'TOTP' | 'PASSKEY';

/** The current challenge. */
export interface Authorization {
  /** uuid of the challenge. */
  readonly id: string;
  readonly factor: ScaFactor;
  readonly availableFactors: readonly ScaFactor[];
  readonly purpose: Purpose;
  readonly expiresAt: Date;
  /** For the factor PASSKEY: what the browser is asked, passed on unchanged. */
  readonly passkeyOptions?: JsonObject;
}

export type Purpose = 'TRANSFER' | 'CURRENCY_CONVERSION' | 'PAYOUT';

/** A payment, reduced to its authorization. */
interface Proving {
  readonly state: string;
  readonly failureReason?: string;
  readonly authorization?: Authorization;
}

/** The next challenge. Undefined if the payment waits for none. */
export function openAuthorization({ state, authorization }: Proving): Authorization | undefined {
  return state === 'AWAITING_PROOF' ? authorization : undefined;
}

/** Whether the authorization is pending or was never given. Payment instructions are hidden then. */
export function isUnproven({ failureReason, authorization }: Proving): boolean {
  return authorization !== undefined || failureReason === 'SCA_NOT_COMPLETED';
}

/** Kinds of money whose debits require authentication by law. */
const guardedCurrencies = new Set(['EUR', 'USDC']);

export function isGuarded(currency: string): boolean {
  return guardedCurrencies.has(currency);
}

export interface CurrencyPair {
  readonly sending: string;
  readonly receiving: string;
}

/** One proof per step. A currency exchange is a separate step. */
export function stepsOf({ sending, receiving }: CurrencyPair): readonly [Purpose, ...Purpose[]] {
  return sending === receiving ? ['TRANSFER'] : ['CURRENCY_CONVERSION', 'PAYOUT'];
}

/** The next step. Undefined after the last one. */
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

/** What the customer agrees to, for the text message: `to pay 10.5 EUR to Grace Hopper`. */
export function agreementOf({ sent, received }: Moving, purpose: Purpose, payee: string): string {
  return purpose === 'CURRENCY_CONVERSION'
    ? `to convert ${shown(sent)} to ${received.currency}`
    : `to pay ${shown(sent)} to ${payee}`;
}

function shown({ currency, amount }: Amount): string {
  const decimals = currencyOrTokenOf(currency)?.decimals ?? 0;
  return `${textOf({ digits: amount, scale: decimals })} ${currency}`;
}
