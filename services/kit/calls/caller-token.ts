// Caller tokens: the identity of a caller, passed from one of our processes to another. Short-lived, for one service, signed with a shared
// key.
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { type Permission, PermissionSchema } from '../../../gen/payments/rest/v1/rest_pb.ts';
import type { Caller, Environment } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { isUuid } from '../core/ids.ts';
import { RecentMap } from '../core/recent-map.ts';
import { fail } from '../messages/fail.ts';

export interface CallerTokens {
  /** `audience`: the called service. */
  mint(caller: Caller, audience: string): Promise<string>;
  /** Throws UNAUTHORIZED for a token that is forged, malformed, expired, or for a service that does not run here. */
  verify(token: string): Promise<Caller>;
}

export interface CallerTokenOptions {
  /** At least 32 bytes each. The first one signs, all are accepted, so that a key can be replaced while processes restart. */
  readonly keys: readonly [Uint8Array, ...Uint8Array[]];
  /** The services that run here. */
  readonly audiences: readonly string[];
  /** For the expiry of tokens. */
  readonly wall: Clock;
}

interface Claims {
  env: Environment;
  permissions: Permission[];
  offset: number;
  faults?: boolean;
  token?: string;
  agent?: string;
  request?: string;
  service?: string;
}

export function callerTokens(options: CallerTokenOptions): CallerTokens {
  const minted = new RecentMap<string, Fresh<string>>(keptMax);
  const verified = new RecentMap<string, Fresh<Caller>>(keptMax);
  const nowMs = () => options.wall.now().getTime();
  const [key] = options.keys;

  return {
    async mint(caller, audience) {
      const { claims, identity } = claimsOf(caller, audience);
      const known = minted.get(identity);
      if (known && known.untilMs - reserveMs > nowMs()) return known.value;
      const madeMs = nowMs();
      const token = await sign({ key, platformId: caller.platformId, audience, claims, madeMs });
      return keep(minted, identity, { value: token, untilMs: madeMs + lifetimeMs });
    },
    async verify(token) {
      const known = verified.get(token);
      if (known && known.untilMs > nowMs()) return known.value;
      const { caller, untilMs } = await read(token, options);
      return keep(verified, token, { value: caller, untilMs });
    },
  };
}

interface Fresh<T> {
  readonly value: T;
  readonly untilMs: number;
}

const lifetimeMs = 60_000;
const skewMs = 5_000; // between the clocks of two machines
const reserveMs = 20_000; // a cached token is still valid for this long
const keptMax = 10_000;

function keep<T>(cache: Map<string, Fresh<T>>, name: string, fresh: Fresh<T>): T {
  cache.set(name, fresh);
  return fresh.value;
}

function claimsOf(
  { platformId, environment, permissions, clockOffsetMs, hasFaults, tokenId, agentId, agentRequestId, service }: Caller,
  audience: string,
) {
  const claims: Claims = {
    env: environment,
    permissions: [...permissions],
    offset: clockOffsetMs,
    ...(hasFaults !== undefined && { faults: hasFaults }),
    ...(tokenId !== undefined && { token: tokenId }),
    ...(agentId !== undefined && { agent: agentId }),
    ...(agentRequestId !== undefined && { request: agentRequestId }),
    ...(service !== undefined && { service }),
  };
  return { claims, identity: `${audience} ${platformId} ${JSON.stringify(claims)}` };
}

interface Statement {
  readonly key: Uint8Array;
  readonly platformId: string;
  readonly audience: string;
  readonly claims: Claims;
  readonly madeMs: number;
}

function sign({ key, platformId, audience, claims, madeMs }: Statement): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'caller+jwt' })
    .setSubject(platformId)
    .setAudience(audience)
    .setIssuedAt(Math.floor(madeMs / 1000))
    .setExpirationTime(Math.floor((madeMs + lifetimeMs) / 1000))
    .sign(key);
}

async function read(token: string, { keys, audiences, wall }: CallerTokenOptions): Promise<{ caller: Caller; untilMs: number }> {
  const options = {
    algorithms: ['HS256'],
    typ: 'caller+jwt',
    audience: [...audiences],
    currentDate: wall.now(),
    clockTolerance: skewMs / 1000,
    maxTokenAge: lifetimeMs / 1000,
    requiredClaims: ['sub', 'exp'],
  };
  const attempts = keys.map((key) => jwtVerify(token, key, options));
  const { payload } = await Promise.any(attempts).catch((cause: unknown) => {
    throw Object.assign(invalid(), { cause });
  });
  const caller = callerIn(payload);
  const { iat = 0, exp = 0 } = payload;
  if (!caller || (exp - iat) * 1000 > lifetimeMs) throw invalid();
  return { caller, untilMs: exp * 1000 };
}

const invalid = () => fail(ErrorCode.UNAUTHORIZED, 'The bearer token is not valid.');

/** Undefined if a claim is missing or invalid. */
function callerIn({
  sub,
  env,
  permissions,
  offset,
  faults: hasFaults,
  token: tokenId,
  agent: agentId,
  request: agentRequestId,
  service,
}: JWTPayload): Caller | undefined {
  if (typeof sub !== 'string' || !isUuid(sub)) return undefined;
  if (env !== 'sandbox' && env !== 'production') return undefined;
  if (!arePermissions(permissions) || !isOffset(offset, env)) return undefined;
  if (!isUuidOrAbsent(tokenId) || !isUuidOrAbsent(agentId) || !isUuidOrAbsent(agentRequestId)) return undefined;
  if (hasFaults !== undefined && typeof hasFaults !== 'boolean') return undefined;
  if (service !== undefined && (typeof service !== 'string' || !/^[a-z-]{1,40}$/.test(service))) return undefined;
  return {
    platformId: sub,
    environment: env,
    permissions,
    clockOffsetMs: offset,
    ...(hasFaults !== undefined && { hasFaults }),
    ...(tokenId !== undefined && { tokenId }),
    ...(agentId !== undefined && { agentId }),
    ...(agentRequestId !== undefined && { agentRequestId }),
    ...(service !== undefined && { service }),
  };
}

const isUuidOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && isUuid(value));

const permissionNumbers: ReadonlySet<unknown> = new Set(PermissionSchema.values.map(({ number }) => number));

function arePermissions(value: unknown): value is Permission[] {
  return Array.isArray(value) && value.every((one) => permissionNumbers.has(one));
}

/** Ten years, the maximum lead of a platform's clock. */
const offsetMsMax = 3_660 * 24 * 3_600_000;

/** Production platforms use real time. */
function isOffset(value: unknown, env: Environment): value is number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return false;
  return value <= (env === 'production' ? 0 : offsetMsMax);
}
