// Tells the doors of a process who calls: Basic credentials by the auth service, caller tokens by their signature.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { type AuthenticatedCaller, AuthenticationService } from '../../../gen/payments/auth/v1/authentication_pb.ts';
import { TokenService } from '../../../gen/payments/auth/v1/token_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { ClockService } from '../../../gen/payments/platform/v1/clock_pb.ts';
import type { Call, Dispatch } from '../core/call.ts';
import type { Caller, Environment } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { RecentMap } from '../core/recent-map.ts';
import { fail, type Refusal } from '../messages/fail.ts';
import type { CallerTokens } from './caller-token.ts';
import { clientOf } from './clients.ts';

export interface Authenticator {
  /** The caller with these Basic credentials. Throws UNAUTHORIZED, or RATE_LIMITED after many failures. */
  basic(authorization: string | undefined, requestId: string): Promise<Caller>;
  /** The same, or another process with a caller token. */
  any(authorization: string | undefined, requestId: string): Promise<Caller>;
  /** Drops every caller that is kept: a token was deleted, or a platform's clock moved. */
  forget(): void;
  /** The same dispatch, for doors: callers that a call may have changed are dropped before it is answered. */
  watch(dispatch: Dispatch): Dispatch;
}

export interface AuthenticatorOptions {
  readonly dispatch: Dispatch;
  readonly tokens: CallerTokens;
  readonly wall: Clock;
  /** Which check failed is told in the sandbox only. */
  readonly mode: Environment;
}

export function openAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { tokens, mode } = options;
  const kept = callerCache(options);

  const basic = async (authorization: string | undefined, requestId: string): Promise<Caller> => {
    if (authorization === undefined) throw refused('The Authorization header is missing.', mode);
    const known = kept.find(authorization);
    if (known) return known;
    const credentials = parseBasic(authorization);
    if (!credentials) throw refused('The Authorization header does not hold Basic credentials.', mode);
    return kept.fetch(authorization, () => authenticateAt(options.dispatch, credentials, requestId));
  };

  return {
    basic,
    any: (authorization, requestId) => {
      const token = callerTokenIn(authorization);
      return token === undefined ? basic(authorization, requestId) : tokens.verify(token);
    },
    forget: kept.forget,
    watch: (dispatch) => async (method, request, call) => {
      const reply = await dispatch(method, request, call);
      if (changing.has(method)) kept.forget();
      return reply;
    },
  };
}

/** The caller token of another of our processes, where there is one in the header. */
export function callerTokenIn(authorization: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1];
}

/** Methods after which callers that are kept may be wrong. */
const changing = new Set<DescMethodUnary>([TokenService.method.deleteToken, ClockService.method.advanceClock]);

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** RFC 7617: everything after the first colon is the password, and control characters have no place in either. */
function parseBasic(authorization: string): Credentials | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  if (controlCharacter.test(text)) return undefined;
  const colon = text.indexOf(':');
  return colon > 0 ? { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) } : undefined;
}

const controlCharacter = /\p{Cc}/u;

async function authenticateAt(dispatch: Dispatch, credentials: Credentials, requestId: string): Promise<Caller> {
  const answer = await clientOf(AuthenticationService, dispatch)(callAs('door', requestId)).authenticateBasic(credentials);
  return toCaller(answer);
}

/** A call that a door makes by itself, for no platform. */
export function callAs(service: string, requestId: string): Call {
  const platformId = '00000000-0000-0000-0000-000000000000';
  const caller: Caller = { platformId, environment: 'sandbox', permissions: [], clockOffsetMs: 0, service };
  return { caller, requestId, signal: never, admitted: false };
}

const never = new AbortController().signal;

function toCaller({ platformId, environment, permissions, tokenId, clockOffsetMs }: AuthenticatedCaller): Caller {
  return {
    platformId,
    environment: environment === 'production' ? 'production' : 'sandbox',
    permissions,
    tokenId,
    clockOffsetMs: Number(clockOffsetMs),
  };
}

function refused(reason: string, mode: Environment): Refusal {
  const details = mode === 'sandbox' ? { reason } : undefined;
  return fail(ErrorCode.UNAUTHORIZED, 'The credentials are missing or wrong.', details);
}

const keptMs = 1_000;
const keptMax = 10_000;

/** Keeps callers by the header that they sent. Requests that come together ask once. */
function callerCache({ wall }: Pick<AuthenticatorOptions, 'wall'>) {
  const callers = new RecentMap<string, { caller: Caller; untilMs: number }>(keptMax);
  const pending = new Map<string, Promise<Caller>>();
  let generation = 0;

  const keep = (header: string, caller: Caller) => {
    callers.set(header, { caller, untilMs: wall.now().getTime() + keptMs });
  };

  return {
    find(header: string): Caller | undefined {
      const known = callers.get(header);
      return known && known.untilMs > wall.now().getTime() ? known.caller : undefined;
    },
    async fetch(header: string, authenticate: () => Promise<Caller>): Promise<Caller> {
      const under = pending.get(header);
      if (under) return under;
      const start = generation;
      const fetching = authenticate();
      pending.set(header, fetching);
      try {
        const caller = await fetching;
        if (generation === start) keep(header, caller); // else what was read may be older than what was dropped
        return caller;
      } finally {
        if (pending.get(header) === fetching) pending.delete(header);
      }
    },
    forget() {
      generation++;
      callers.clear();
      pending.clear();
    },
  };
}
