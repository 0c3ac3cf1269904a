// The interface of card issuers.
import type { Card, Issued } from '../domain/card.ts';

export type Provisioning =
  | { readonly kind: 'PROVISIONED'; readonly issued: Issued }
  | { readonly kind: 'REJECTED' }
  /** `askAgainAt` in the platform's time. Undefined: the issuer will not decide. */
  | { readonly kind: 'PENDING'; readonly askAgainAt: Date | undefined };

/** Every call may be repeated. */
export interface Issuer {
  /** Sets the 3-D Secure password of a card before it is provisioned. Stored by the issuer only. */
  setPassword(cardId: string, password: string): Promise<void>;
  provision(card: Card, now: Date): Promise<Provisioning>;
  /** Passes on the current state of a provisioned card. */
  setState(card: Card): Promise<void>;
}
