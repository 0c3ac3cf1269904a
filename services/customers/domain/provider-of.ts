// Selects the provider of verifications. The only place where the environment affects verification.
import type { Environment } from '../../kit/core/caller.ts';
import { manualReview } from './manual-review.ts';
import type { VerificationProvider } from './provider.ts';
import { sandboxProvider } from './sandbox-provider.ts';

export function providerOf(environment: Environment): VerificationProvider {
  return environment === 'sandbox' ? sandboxProvider : manualReview;
}
