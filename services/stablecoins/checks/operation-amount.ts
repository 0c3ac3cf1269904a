// Checks of amounts that depend on the body only.
import type { FieldError } from '../../kit/messages/validate.ts';

/** Digits without leading zeros. */
export function checkAmount({ amount }: { readonly amount: string }): FieldError[] {
  return /^0[0-9]/.test(amount) ? [{ field: 'amount', message: 'must not start with zero' }] : [];
}
