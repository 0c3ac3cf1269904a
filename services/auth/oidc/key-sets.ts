// The public keys of issuers: found by OpenID Connect Discovery, cached for five minutes, fetched again for an unknown key.
import { type CompactJWSHeaderParameters, compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Outbound } from '../../kit/calls/outbound.ts';
import type { Clock } from '../../kit/core/clock.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import { objectIn } from '../domain/encodings.ts';

export interface KeySets {
  /** Whether a key of the issuer signed the token, by RS256 or ES256. Throws SERVICE_UNAVAILABLE if its keys are not available. */
  isSigned(token: string, issuer: string): Promise<boolean>;
  /** Fetches the keys of an issuer again. Throws SERVICE_UNAVAILABLE if they are not available. */
  check(issuer: string): Promise<void>;
}

interface KeySet {
  readonly keys: Promise<ReturnType<typeof createLocalJWKSet>>;
  /** In real time. */
  readonly fetchedAtMs: number;
}

const freshMs = 300_000;
/** Tokens with invented key ids must not cause requests to the issuer. */
const pauseMs = 30_000;
const algorithms = ['RS256', 'ES256'];

export function openKeySets(outbound: Pick<Outbound, 'get'>, wall: Clock): KeySets {
  const known = new Map<string, KeySet>();

  const keysOf = (issuer: string, freshForMs: number): KeySet['keys'] => {
    const before = known.get(issuer);
    const now = wall.now().getTime();
    if (before && now - before.fetchedAtMs < freshForMs) return before.keys;
    const keys = fetchKeys(issuer, outbound);
    const fetched: KeySet = { keys, fetchedAtMs: now };
    known.set(issuer, fetched);
    keys.catch(() => known.get(issuer) === fetched && known.delete(issuer));
    return keys;
  };

  return {
    async isSigned(token, issuer) {
      const verdict = await verify(token, await keysOf(issuer, freshMs));
      if (verdict !== 'unknown key') return verdict;
      return (await verify(token, await keysOf(issuer, pauseMs))) === true;
    },
    check: async (issuer) => void (await keysOf(issuer, 0)),
  };
}

/** Any other error of a token or key means that it is invalid. */
async function verify(token: string, keys: Awaited<KeySet['keys']>): Promise<boolean | 'unknown key'> {
  try {
    await compactVerify(token, (header: CompactJWSHeaderParameters, jws) => keys(header, jws), { algorithms });
    return true;
  } catch (error) {
    return error instanceof errors.JWKSNoMatchingKey ? 'unknown key' : false;
  }
}

/** The document must name the requested issuer, otherwise keys of another one would be trusted (OpenID Connect Discovery, 4.3). */
async function fetchKeys(issuer: string, outbound: Pick<Outbound, 'get'>): Promise<ReturnType<typeof createLocalJWKSet>> {
  const isPrivateAllowed = issuer.startsWith('http://'); // operators may configure such issuers in their own network
  const read = async (url: string) => {
    const { status, body } = await outbound.get({ url, headers: { accept: 'application/json' }, timeoutMs, isPrivateAllowed });
    return status === 200 ? objectIn(body) : undefined;
  };
  try {
    const discovered = await read(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const { issuer: named, jwks_uri: uri } = discovered ?? {};
    if (named !== issuer || typeof uri !== 'string' || !isWebAddress(uri, isPrivateAllowed))
      throw new Error('No key set is named.');
    const keys = await read(uri);
    return createLocalJWKSet(keys as unknown as JSONWebKeySet);
  } catch (cause) {
    throw unavailable(issuer, cause);
  }
}

const timeoutMs = 5_000;

function isWebAddress(uri: string, isPlainAllowed: boolean): boolean {
  const protocol = URL.parse(uri)?.protocol;
  return protocol === 'https:' || (isPlainAllowed && protocol === 'http:');
}

function unavailable(issuer: string, cause: unknown): Refusal {
  const refusal = fail(ErrorCode.SERVICE_UNAVAILABLE, `The keys of ${issuer} are temporarily unavailable. Try again.`);
  refusal.cause = cause;
  return refusal;
}
