// A one-time code on its way to a person, and what sends it.
import type { EmbeddedWalletConfig } from '../../../gen/payments/platform/v1/platform_pb.ts';
import type { OtpKind } from '../domain/credential.ts';

export interface CodeLetter {
  readonly type: OtpKind;
  /** E-mail address, or phone number in E.164. */
  readonly to: string;
  readonly code: string;
  readonly expiresInSeconds: number;
  /** What the code agrees to: `to pay 10.5 EUR to Grace Hopper`. */
  readonly agreement?: string;
  /** What the platform has set: its name, its sender. */
  readonly wallet?: EmbeddedWalletConfig;
}

/** Sends one code. Throws when it was not taken. */
export type Send = (letter: CodeLetter) => Promise<void>;
