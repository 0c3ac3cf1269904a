// Caller tokens: what one of our processes tells another about who calls. Short-lived, signed with a key that all of them derive.
import { jwtVerify, SignJWT } from 'jose';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Caller, Environment } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { fail } from '../fail.ts';

export interface CallerTokens {
  mint(caller: Caller): Promise<string>;
  /** Throws UNAUTHORIZED for a token that is forged, malformed or stale. */
  verify(token: string): Promise<Caller>;
}

interface Claims {
  env: Environment;
  permissions: Permission[];
  offset: number;
  token?: string;
  service?: string;
}

/** `key`: at least 32 bytes, the same in every process of an installation. Freshness follows the wall. */
export function callerTokens(key: Uint8Array, wall: Clock): CallerTokens {
  const minted = new Map<string, Fresh<string>>();
  const verified = new Map<string, Fresh<Caller>>();
  const nowMs = () => wall.now().getTime();

  return {
    async mint(caller) {
      const { claims, identity } = claimsOf(caller);
      const known = minted.get(identity);
      if (known && known.untilMs - reserveMs > nowMs()) return known.value;
      const untilMs = nowMs() + lifetimeMs;
      const token = await sign({ key, platformId: caller.platformId, claims, untilMs });
      return keep(minted, identity, { value: token, untilMs });
    },
    async verify(token) {
      const known = verified.get(token);
      if (known && known.untilMs > nowMs()) return known.value;
      const { caller, untilMs } = await read(token, key, wall.now());
      return keep(verified, token, { value: caller, untilMs });
    },
  };
}

interface Fresh<T> {
  readonly value: T;
  readonly untilMs: number;
}

const lifetimeMs = 60_000;
const reserveMs = 20_000; // a token handed out is still good for this long
const keptMax = 10_000;

function keep<T>(cache: Map<string, Fresh<T>>, name: string, fresh: Fresh<T>): T {
  if (cache.size >= keptMax) cache.clear();
  cache.set(name, fresh);
  return fresh.value;
}

function claimsOf({ platformId, environment, permissions, clockOffsetMs, tokenId, service }: Caller) {
  const claims: Claims = {
    env: environment,
    permissions: [...permissions],
    offset: clockOffsetMs,
    ...(tokenId !== undefined && { token: tokenId }),
    ...(service !== undefined && { service }),
  };
  return { claims, identity: `${platformId} ${JSON.stringify(claims)}` };
}

interface Statement {
  readonly key: Uint8Array;
  readonly platformId: string;
  readonly claims: Claims;
  readonly untilMs: number;
}

function sign({ key, platformId, claims, untilMs }: Statement): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'caller+jwt' })
    .setSubject(platformId)
    .setExpirationTime(Math.floor(untilMs / 1000))
    .sign(key);
}

async function read(token: string, key: Uint8Array, now: Date): Promise<{ caller: Caller; untilMs: number }> {
  const options = { algorithms: ['HS256'], typ: 'caller+jwt', currentDate: now, requiredClaims: ['sub', 'exp'] };
  const { payload } = await jwtVerify<Claims>(token, key, options).catch((cause: unknown) => {
    throw Object.assign(fail(ErrorCode.UNAUTHORIZED, 'The bearer token is not valid.'), { cause });
  });
  const { sub = '', exp = 0, env, permissions, offset, token: tokenId, service } = payload;
  const caller: Caller = {
    platformId: sub,
    environment: env,
    permissions,
    clockOffsetMs: offset,
    ...(tokenId !== undefined && { tokenId }),
    ...(service !== undefined && { service }),
  };
  return { caller, untilMs: exp * 1000 };
}
