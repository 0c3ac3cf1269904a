// A one-time code to send, and the interface of carriers.
import type { EmbeddedWalletConfig } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { OtpKind } from '../domain/credential.ts';

export interface CodeLetter {
  readonly type: OtpKind;
  /** E-mail address, or phone number in E.164 format. */
  readonly to: string;
  readonly code: string;
  readonly expiresInSeconds: number;
  /** The operation that the code confirms: `to pay 10.5 EUR to Grace Hopper`. */
  readonly agreement?: string;
  /** The platform's settings: its name and sender. */
  readonly wallet?: EmbeddedWalletConfig;
}

/** Sends a code. Throws if it was not accepted. */
export type Send = (letter: CodeLetter) => Promise<void>;
