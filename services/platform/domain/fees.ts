// The platform's own fees: one setting per type and source currency.
import type { FeeConfig } from '../../../gen/payments/platform/v1/platform_pb.ts';

/** What tells two fee settings apart. */
export function feeKey({ feeType, sourceCurrency }: Pick<FeeConfig, 'feeType' | 'sourceCurrency'>): string {
  return `${feeType} ${sourceCurrency}`;
}

/** Named keys are set, all others stay as they are. */
export function mergeFees(before: readonly FeeConfig[], change: readonly FeeConfig[]): FeeConfig[] {
  const byKey = new Map(before.map((fee) => [feeKey(fee), fee]));
  for (const fee of change) byKey.set(feeKey(fee), fee);
  return [...byKey.values()];
}

/** A setting with neither part is how a fee is taken away. */
export function hasFees({ variableFeeBps = 0, fixedFee }: FeeConfig): boolean {
  return variableFeeBps !== 0 || (fixedFee?.amount ?? 0n) !== 0n;
}
