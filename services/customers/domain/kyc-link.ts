// A link to the hosted page, for one submission within 24 hours.

export interface KycLink {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
  /** SHA-256. The token itself is not stored. */
  readonly tokenHash: Buffer;
  readonly redirectUri: string | undefined;
  readonly expiresAt: Date;
  readonly usedAt: Date | undefined;
}

export const kycLinkLifeMs = 24 * 60 * 60 * 1000;

/** Whether a link can still be submitted. */
export function isOpen({ usedAt, expiresAt }: KycLink, now: Date): boolean {
  return usedAt === undefined && now < expiresAt;
}
