// Credentials: what an end user proves themselves with to a wallet account.

export type CredentialKind = 'EMAIL_OTP' | 'SMS_OTP' | 'OAUTH' | 'PASSKEY';
export type OtpKind = 'EMAIL_OTP' | 'SMS_OTP';

export interface Credential {
  readonly id: string;
  readonly platformId: string;
  readonly accountId: string;
  readonly customerId: string;
  readonly type: CredentialKind;
  /** E-mail, phone number, the token's e-mail, or the passkey's own name. */
  readonly nickname: string;
  /** Of a passkey: the WebAuthn id, base64url. */
  readonly webauthnId?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type OtpCredential = Credential & { readonly type: OtpKind };

/** Whether codes are sent to it. */
export function isOtp(credential: Credential): credential is OtpCredential {
  return credential.type === 'EMAIL_OTP' || credential.type === 'SMS_OTP';
}

/** The form in which contacts are compared: e-mail regardless of case. */
export function comparable(type: OtpKind, contact: string): string {
  return type === 'EMAIL_OTP' ? contact.toLowerCase() : contact;
}
