// Credentials with which end users authenticate for a wallet account.

export type CredentialKind = 'EMAIL_OTP' | 'SMS_OTP' | 'OAUTH' | 'PASSKEY';
export type OtpKind = 'EMAIL_OTP' | 'SMS_OTP';

export interface Credential {
  readonly id: string;
  readonly platformId: string;
  readonly accountId: string;
  readonly customerId: string;
  readonly type: CredentialKind;
  /** The e-mail address, the phone number, the e-mail address in the ID token, or the name of the passkey. */
  readonly nickname: string;
  /** For passkeys: the WebAuthn credential id, base64url. */
  readonly webauthnId?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type OtpCredential = Credential & { readonly type: OtpKind };

/** Whether codes are sent to it. */
export function isOtp(credential: Credential): credential is OtpCredential {
  return credential.type === 'EMAIL_OTP' || credential.type === 'SMS_OTP';
}

/** The normalized contact for comparisons: e-mail addresses ignore case. */
export function comparable(type: OtpKind, contact: string): string {
  return type === 'EMAIL_OTP' ? contact.toLowerCase() : contact;
}
