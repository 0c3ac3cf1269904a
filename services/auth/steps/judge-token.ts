// Verifies an ID token: its claims, its identity, and in production its issuer's signature.
import type { AuthContext } from '../context.ts';
import { differenceOf, type Identity, type Judged, judgeClaims } from '../domain/oidc/claims.ts';
import { parseIdToken } from '../domain/oidc/id-token.ts';
import { isSandbox } from './wallet-refusals.ts';

export interface PresentedToken {
  readonly oidcToken: string;
  readonly isAgeKnown?: boolean;
  /** The expected identity and nonce. Empty in a registration. */
  readonly expected?: { readonly identity: Identity; readonly nonce: string };
}

/** The signature is verified last, because that may fetch keys from the issuer. Throws SERVICE_UNAVAILABLE if it does not respond. */
export async function judgeToken(presented: PresentedToken, context: AuthContext): Promise<Judged> {
  const { oidcToken, isAgeKnown = false, expected } = presented;
  const { keySets, settings, wall } = context;
  const isRelaxed = isSandbox(context);
  const token = parseIdToken(oidcToken);
  if (!token) throw new TypeError('The token was not checked.');

  const judged = judgeClaims(token.claims, { issuers: settings.oidcIssuers ?? [], isRelaxed, now: wall.now(), isAgeKnown });
  if (judged.failure !== undefined) return judged;
  const { statement } = judged;
  const difference = expected && differenceOf(statement, expected.identity);
  if (difference) return { failure: difference };
  if (expected && token.claims.nonce !== expected.nonce) return { failure: 'nonce' };
  const isGenuine = isRelaxed || (await keySets.isSigned(oidcToken, statement.issuer));
  return isGenuine ? judged : { failure: 'signature' };
}
