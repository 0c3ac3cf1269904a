// Tokens for calls between the platform and a provider, signed with the secret that they share.
// docs/rails.md describes them for authors of providers, with test vectors.
import { decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { isUuid } from '../core/ids.ts';
import { isProvider, type Provider } from '../core/providers.ts';
import { fail } from '../messages/fail.ts';
import type { CallerTokens } from './caller-token.ts';

/** The secrets of the connected providers, 32 bytes each. */
export type ProviderSecrets = ReadonlyMap<Provider, Uint8Array>;

const typ = 'provider+jwt';
const platformName = 'payments';
const lifetimeSeconds = 60;
const skewSeconds = 5;

/** Creates tokens for calls to a provider. `secret`: 32 bytes. Expiry uses the wall. */
export function tokensToProvider(provider: Provider, secret: Uint8Array, wall: Clock): Pick<CallerTokens, 'mint'> {
  return {
    mint: ({ platformId, environment }) => {
      const now = Math.floor(wall.now().getTime() / 1000);
      return new SignJWT({ iss: platformName, aud: provider, sub: platformId, env: environment })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(secret);
    },
  };
}

/** Verifies tokens of providers. Connected providers serve production platforms only. */
export function tokensFromProviders(secrets: ProviderSecrets, wall: Clock): Pick<CallerTokens, 'verify'> {
  const verify = async (token: string): Promise<Caller> => {
    const issuer = issuerOf(token);
    const secret = isProvider(issuer) && secrets.get(issuer);
    if (!issuer || !secret) throw fail(ErrorCode.UNAUTHORIZED, 'The token names no connected provider as its issuer.');
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      typ,
      audience: platformName,
      requiredClaims: ['sub', 'exp'],
      maxTokenAge: lifetimeSeconds,
      clockTolerance: skewSeconds,
      currentDate: wall.now(),
    }).catch((cause: unknown) => {
      throw Object.assign(fail(ErrorCode.UNAUTHORIZED, 'The token of the provider is invalid.'), { cause });
    });
    const { sub = '', iat = 0, exp = 0 } = payload;
    if (!isUuid(sub)) throw fail(ErrorCode.UNAUTHORIZED, 'The `sub` of a provider token must be the UUID of a platform.');
    if (exp - iat > lifetimeSeconds)
      throw fail(ErrorCode.UNAUTHORIZED, `A provider token must expire within ${lifetimeSeconds} seconds.`);
    return { platformId: sub, environment: 'production', permissions: [], clockOffsetMs: 0, service: issuer };
  };
  return { verify };
}

/** Whether a token claims to come from a provider. It may still be forged. */
export function isProviderToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === typ;
  } catch {
    return false; // not a JWT: the verifier reports that
  }
}

/** The issuer that a token claims. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined; // not a JWT: no provider has issued it
  }
}
