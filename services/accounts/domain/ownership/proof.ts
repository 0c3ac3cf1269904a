// Verification of signatures as proofs of ownership.
import type { SignatureScheme } from '../../../../gen/payments/accounts/v1/ownership_pb.ts';

/** The reasons returned to callers. */
export type Verdict = 'PROVEN' | 'SIGNATURE_MISMATCH' | 'SIGNATURE_MALFORMED';

export interface Claim {
  /** As stored. */
  readonly address: string;
  /** The signed text. */
  readonly message: string;
  /** As sent. */
  readonly signature: string;
  /** For Bitcoin keys only. */
  readonly scheme: SignatureScheme;
}

/** Whether the key of an address created the signature. Never throws, because both are external input. */
export type Prove = (claim: Claim) => Verdict;

/** The signature that the sandbox accepts for every wallet. */
export const sandboxSignature = 'sandbox-valid-ownership-signature';
