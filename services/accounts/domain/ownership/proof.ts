// What a signature can prove, and what it is held against.
import type { SignatureScheme } from '../../../../gen/payments/accounts/v1/ownership_pb.ts';

/** The reasons are those that a caller is told. */
export type Verdict = 'PROVEN' | 'SIGNATURE_MISMATCH' | 'SIGNATURE_MALFORMED';

export interface Claim {
  /** As it is stored. */
  readonly address: string;
  /** What was to be signed. */
  readonly message: string;
  /** As it was sent. */
  readonly signature: string;
  /** Keys of Bitcoin only. */
  readonly scheme: SignatureScheme;
}

/** Whether the key behind an address has made the signature. Never throws: both come from outside. */
export type Prove = (claim: Claim) => Verdict;

/** The signature that the sandbox takes from every wallet. */
export const sandboxSignature = 'sandbox-valid-ownership-signature';
