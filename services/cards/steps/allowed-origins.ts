// The origins that may show pages of cards in a frame: those of the platform's UMA domain, which passkeys use as well.
import type { Platform } from '../../../gen/payments/platform/v1/platform_pb.ts';

/** None for a production platform without a UMA domain. */
export function allowedOriginsOf({ config, environment }: Platform): string[] {
  const own = config?.umaDomain === undefined ? [] : [`https://${config.umaDomain}`];
  return environment === 'sandbox' ? [...own, 'http://localhost:3000'] : own;
}
