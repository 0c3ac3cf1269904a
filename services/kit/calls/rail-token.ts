// Tokens for calls between the platform and the operator's rail or rate source, signed with a shared secret.
// docs/rails.md describes them for authors of rails, with test vectors.
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { isUuid } from '../core/ids.ts';
import { fail } from '../messages/fail.ts';
import { railService } from './admission.ts';
import type { CallerTokens } from './caller-token.ts';

/** The called party. */
export type Provider = 'rails' | 'rates';

const typ = 'rail+jwt';
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

/** Verifies tokens of rails. Rails serve production platforms only. */
export function tokensFromRail(secret: Uint8Array, wall: Clock): Pick<CallerTokens, 'verify'> {
  const verify = async (token: string): Promise<Caller> => {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      typ,
      issuer: 'rails',
      audience: platformName,
      requiredClaims: ['sub', 'exp'],
      maxTokenAge: lifetimeSeconds,
      clockTolerance: skewSeconds,
      currentDate: wall.now(),
    }).catch((cause: unknown) => {
      throw Object.assign(fail(ErrorCode.UNAUTHORIZED, 'The token of the rail is invalid.'), { cause });
    });
    const { sub = '', iat = 0, exp = 0 } = payload;
    if (!isUuid(sub)) throw fail(ErrorCode.UNAUTHORIZED, 'The `sub` of a rail token must be the UUID of a platform.');
    if (exp - iat > lifetimeSeconds)
      throw fail(ErrorCode.UNAUTHORIZED, `A rail token must expire within ${lifetimeSeconds} seconds.`);
    return { platformId: sub, environment: 'production', permissions: [], clockOffsetMs: 0, service: railService };
  };
  return { verify };
}

/** Whether a token claims to come from a rail. It may still be forged. */
export function isRailToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === typ;
  } catch {
    return false; // not a JWT: the verifier reports that
  }
}
