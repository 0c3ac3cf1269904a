// The interface of card issuers.
import type { Card, Issued } from '../domain/card.ts';

export type Provisioning =
  | { readonly kind: 'PROVISIONED'; readonly issued: Issued }
  | { readonly kind: 'REJECTED' }
  /** `askAgainAt` in the platform's time. Undefined: the issuer will not decide. */
  | { readonly kind: 'PENDING'; readonly askAgainAt: Date | undefined };

/** A page that shows the number, expiry and code of a card. */
export interface RevealSession {
  readonly url: string;
  /** SHA-256 hash of the secret in the URL. */
  readonly tokenHash: Buffer;
}

export interface RevealTerms {
  /** In the platform's time. */
  readonly expiresAt: Date;
  /** Of the platform: only they may show the page in a frame. */
  readonly allowedOrigins: readonly string[];
}

/** Every call may be repeated. */
export interface Issuer {
  /** Sets the 3-D Secure password of a card before it is provisioned. Stored by the issuer only. */
  setPassword(cardId: string, password: string): Promise<void>;
  provision(card: Card, now: Date): Promise<Provisioning>;
  /** Passes on the current state of a provisioned card. */
  setState(card: Card): Promise<void>;
  /** Creates another page at each call. */
  createRevealSession(card: Card, terms: RevealTerms): Promise<RevealSession>;
}
