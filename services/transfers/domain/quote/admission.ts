// Whether money may move between two ends. Checked when a quote is created, and again when it is executed.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { currencyOrTokenOf } from '../../../kit/core/currencies.ts';
import { fail } from '../../../kit/messages/fail.ts';
import { type Rates, rateBetween } from '../rates/rates.ts';
import { compare, decimalOf, multiply } from '../shared/decimal.ts';
import type { Money } from '../shared/money.ts';
import type { PlatformSettings } from '../shared/platform-settings.ts';
import type { Destination } from './destination.ts';
import type { Source } from './source.ts';

/** A customer who sends or receives. */
export interface Readiness {
  /** Public id. */
  readonly id: string;
  readonly isVerified: boolean;
  readonly hasAcceptedTerms: boolean;
}

/** A customer must be verified and, on unregulated platforms, must have accepted the terms. */
export function refuseUnready(customer: Readiness | undefined, settings: PlatformSettings | undefined): void {
  if (!customer) return;
  if (!customer.isVerified) {
    throw fail(ErrorCode.USER_NOT_READY, `The customer ${customer.id} is not verified yet and cannot send or receive payments.`);
  }
  if (!settings?.isRegulatedFinancialInstitution && !customer.hasAcceptedTerms) {
    throw fail(ErrorCode.END_USER_TERMS_NOT_ACCEPTED, `The customer ${customer.id} has not accepted the end-user terms.`);
  }
}

/** Throws INVALID_AMOUNT. The balance of an external account is unknown. */
export function refuseShort(available: bigint | undefined, { amount, currency }: Money): void {
  if (available === undefined || available >= amount) return;
  throw fail(ErrorCode.INVALID_AMOUNT, 'The account balance is insufficient.', {
    reason: 'INSUFFICIENT_BALANCE',
    available: Number(available),
    required: Number(amount),
    currency,
  });
}

/** For both ends. An account without proven ownership can be used for small amounts. */
export function refuseInactive({ id = '', kind, status }: End): void {
  if (status === 'ACTIVE') return;
  if (kind === 'INTERNAL') refuseInternal(id, status);
  if (isUnverified(status)) return;
  throw fail(ErrorCode.INVALID_RECEIVER, `The account ${id} is ${status} and can neither send nor receive payments.`, {
    accountStatus: status,
  });
}

type End = Pick<Source, 'id' | 'status'> & { readonly kind: Source['kind'] | Destination['kind'] };

function refuseInternal(id: string, accountStatus: string): never {
  const code = accountStatus === 'PENDING' ? ErrorCode.USER_NOT_READY : ErrorCode.INVALID_INPUT;
  throw fail(code, `The account ${id} is ${accountStatus}. Only ACTIVE accounts can send and receive payments.`, {
    accountStatus,
  });
}

export const isUnverified = (status: string) => status === 'PENDING_OWNERSHIP_VERIFICATION' || status === 'UNVERIFIED';

/** The threshold above which the ownership of a wallet must be proven, in euro. */
const verificationThreshold = 1_000n;

/** Below the threshold, a wallet without proven ownership can send and receive. */
export function refuseUnverifiedWallet({ id = '', status }: Omit<End, 'kind'>, moved: Money, rates: Rates): void {
  if (!isUnverified(status)) return;
  const toEuro = rateBetween(rates, moved.currency, 'EUR');
  const decimals = currencyOrTokenOf(moved.currency)?.decimals ?? 0;
  if (toEuro && compare(multiply(decimalOf(moved.amount, decimals), toEuro), decimalOf(verificationThreshold)) < 0) return;
  throw fail(
    ErrorCode.EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED,
    `Payments of 1,000 EUR or more require a proof that the customer owns ${id}.`,
    { accountStatus: status },
  );
}
