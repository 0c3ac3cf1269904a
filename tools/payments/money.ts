// Amounts as people read them.
export interface Money {
  /** In the smallest unit. */
  readonly amount: number;
  readonly currency: { readonly code: string; readonly decimals: number };
}

/** `USD 100.00` */
export function shownMoney({ amount, currency: { code, decimals } }: Money): string {
  const digits = `${Math.abs(amount)}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = decimals > 0 ? `.${digits.slice(-decimals)}` : '';
  return `${code} ${amount < 0 ? '-' : ''}${whole}${part}`;
}
