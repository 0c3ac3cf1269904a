// The platform's own fees: one setting per type and source currency.
import type { FeeType } from '../../../gen/payments/platform/v1/platform_pb.ts';

/** What identifies a fee setting. */
interface FeeKey {
  readonly feeType: FeeType;
  readonly sourceCurrency: string;
}

/** What a fee setting charges. */
interface FeeParts {
  readonly variableFeeBps?: number | undefined;
  readonly fixedFee?: { readonly amount?: bigint | undefined } | undefined;
}

/** The key of a fee setting. */
export function feeKey({ feeType, sourceCurrency }: FeeKey): string {
  return `${feeType} ${sourceCurrency}`;
}

/** Sets the given keys. Others do not change. */
export function mergeFees<Fee extends FeeKey>(before: readonly Fee[], change: readonly Fee[]): Fee[] {
  const byKey = new Map(before.map((fee) => [feeKey(fee), fee]));
  for (const fee of change) byKey.set(feeKey(fee), fee);
  return [...byKey.values()];
}

/** A setting without either part removes a fee. */
export function hasFees({ variableFeeBps = 0, fixedFee }: FeeParts): boolean {
  return variableFeeBps !== 0 || (fixedFee?.amount ?? 0n) !== 0n;
}
