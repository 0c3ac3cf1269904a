// The configured fees of a platform.
import { FeeType, type PlatformConfig } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import type { PlatformFee } from '../../domain/rates/fees.ts';

export function platformFeesOf(config: PlatformConfig | undefined): PlatformFee[] {
  const fees = config?.feeConfigs.filter(({ feeType }) => feeType === FeeType.CROSS_CURRENCY_TRANSACTION) ?? [];
  return fees.map(({ sourceCurrency, variableFeeBps = 0, fixedFee }) => ({
    currency: sourceCurrency,
    fixed: fixedFee?.amount ?? 0n,
    bps: BigInt(variableFeeBps),
  }));
}
