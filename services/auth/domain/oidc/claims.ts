// Checks the claims of an ID token, in the order in which failures are reported.

/** The identity of a credential. */
export interface Identity {
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
}

/** The failed claim; or the signature, if the environment requires one. */
export type OidcFailure = 'iss' | 'aud' | 'sub' | 'iat' | 'exp' | 'nonce' | 'signature';

export interface Circumstances {
  /** The issuers that the operator trusts. */
  readonly issuers: readonly string[];
  /** The sandbox tolerates five more seconds of clock difference. */
  readonly isRelaxed: boolean;
  /** Real time, because an issuer does not know the clock of a platform. */
  readonly now: Date;
  /** The token was new when the request to sign was opened. It may have aged since. */
  readonly isAgeKnown?: boolean;
}

/** The user in a token. */
export interface Statement extends Identity {
  /** The e-mail address, or the subject if the token has none. */
  readonly nickname: string;
  readonly expiresAt: Date;
}

export type Judged =
  | { readonly statement: Statement; readonly failure?: never }
  | { readonly statement?: never; readonly failure: OidcFailure };

export function judgeClaims(claims: Readonly<Record<string, unknown>>, circumstances: Circumstances): Judged {
  const issuer = knownIssuer(claims.iss, circumstances.issuers);
  const audience = oneText(claims.aud);
  const subject = text(claims.sub);
  if (issuer === undefined) return { failure: 'iss' };
  if (audience === undefined) return { failure: 'aud' };
  if (subject === undefined) return { failure: 'sub' };
  if (!isYoung(claims.iat, circumstances)) return { failure: 'iat' };
  const { exp } = claims;
  if (typeof exp !== 'number' || exp * 1000 <= circumstances.now.getTime()) return { failure: 'exp' };
  const expiresAt = new Date(Math.min(exp * 1000, lastTimeMs));
  return { statement: { issuer, audience, subject, nickname: text(claims.email) ?? subject, expiresAt } };
}

/** The part of an identity that differs from the credential. */
export function differenceOf(claimed: Identity, own: Identity): OidcFailure | undefined {
  if (claimed.issuer !== own.issuer) return 'iss';
  if (claimed.audience !== own.audience) return 'aud';
  return claimed.subject === own.subject ? undefined : 'sub';
}

const lastTimeMs = Date.parse('9999-12-31T23:59:59Z');
const textMax = 255;

/** Google uses two names. Both are normalized to the one with the scheme. */
function knownIssuer(value: unknown, issuers: readonly string[]): string | undefined {
  const issuer = value === 'accounts.google.com' ? 'https://accounts.google.com' : value;
  return issuers.find((candidate) => candidate === issuer);
}

/** OpenID Connect Core, 2: a subject has at most 255 characters. The same limit applies to audiences here. */
function text(value: unknown): string | undefined {
  const isText = typeof value === 'string' && value.trim() !== '' && value.length <= textMax && !value.includes('\0');
  return isText ? value : undefined;
}

function oneText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return text(value);
  return value.length === 1 ? text(value[0]) : undefined;
}

const ageMaxSeconds = 60;
const aheadMaxSeconds = 5;

/** In whole seconds, like tokens. */
function isYoung(iat: unknown, { now, isRelaxed, isAgeKnown = false }: Circumstances): boolean {
  if (typeof iat !== 'number') return false;
  if (isAgeKnown) return true;
  const skewSeconds = isRelaxed ? 5 : 0;
  const ageSeconds = Math.floor(now.getTime() / 1000) - Math.floor(iat);
  return ageSeconds <= ageMaxSeconds + skewSeconds && -ageSeconds <= aheadMaxSeconds + skewSeconds;
}
