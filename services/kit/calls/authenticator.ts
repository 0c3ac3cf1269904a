// Authenticates callers for the doors of a process: Basic credentials through the auth service, access tokens through the agents service,
// operators through the auth service, caller tokens by their signature.
import type { DescMethodUnary } from '@bufbuild/protobuf';
import { AgentDirectoryService } from '../../../gen/payments/agents/v1/agent_directory_pb.ts';
import { type AuthenticatedCaller, AuthenticationService } from '../../../gen/payments/auth/v1/authentication_pb.ts';
import { TokenService } from '../../../gen/payments/auth/v1/token_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { ClockService } from '../../../gen/payments/platform/v1/clock_pb.ts';
import { FaultService } from '../../../gen/payments/platform/v1/fault_pb.ts';
import { ForkService } from '../../../gen/payments/platform/v1/fork_pb.ts';
import { SandboxService } from '../../../gen/payments/platform/v1/sandbox_pb.ts';
import { SnapshotService } from '../../../gen/payments/platform/v1/snapshot_pb.ts';
import type { Call, Dispatch } from '../core/call.ts';
import { anonymous, asService, type Caller, type Environment } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { RecentMap } from '../core/recent-map.ts';
import { fail, type Refusal, refusalFrom } from '../messages/fail.ts';
import type { CallerTokens } from './caller-token.ts';
import { clientOf } from './clients.ts';
import { failingAddresses } from './failing-addresses.ts';
import { admitOperatorAt, type OperatorCall, operatorTokenIn } from './operator-call.ts';

export interface Authenticator {
  /** The caller with these Basic credentials. Throws UNAUTHORIZED, or RATE_LIMITED after many failures. */
  readonly basic: Authenticate;
  /** The caller with the credentials that the operation requires: the access token of an agent, or Basic. */
  readonly direct: Authenticate;
  /** The same, and callers with the token of another process. */
  readonly any: Authenticate;
  /** The same, and operators. For the port of gRPC, which is not for the public. */
  readonly inside: Authenticate;
  /** Like `direct`, and operators. For REST, if operators have a console. */
  readonly console: Authenticate;
  /** Clears the cache of callers, after a token was deleted, a platform's clock was advanced or its faults changed. */
  forget(): void;
  /** The same dispatch, for doors. Callers that a call may have changed are removed from the cache before it returns. */
  watch(dispatch: Dispatch): Dispatch;
}

/** Authenticates a call. Throws UNAUTHORIZED, and FORBIDDEN for an agent that may not call the operation now. */
export type Authenticate = (presented: Presented) => Promise<Caller>;

export interface Presented {
  /** The Authorization header. */
  readonly authorization: string | undefined;
  readonly requestId: string;
  /** IP address of the peer. */
  readonly address: string;
  /** The called operation, if it is for agents. */
  readonly agentOperation?: string | undefined;
  /** The called method, for operators. Absent: they are refused. */
  readonly operation?: OperatorCall | undefined;
}

export interface AuthenticatorOptions {
  readonly dispatch: Dispatch;
  readonly tokens: CallerTokens;
  readonly wall: Clock;
  /** Only the sandbox reports the failed check. */
  readonly mode: Environment;
  /** Failures per address and minute, after which only known credentials are checked. 0 or absent: no limit. */
  readonly failuresPerMinute?: number;
}

export function openAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { tokens, mode } = options;
  const kept = callerCache(options);
  const counted = failureCount(options);

  const basic: Authenticate = async ({ authorization, requestId, address }) => {
    if (authorization === undefined) throw refused('The Authorization header is missing.', mode);
    const known = kept.find(authorization);
    if (known) return known;
    const credentials = parseBasic(authorization);
    if (!credentials) throw refused('The Authorization header must contain Basic credentials.', mode);
    return counted(authorization, address, () =>
      kept.fetch(authorization, () => authenticateAt(options.dispatch, credentials, requestId)),
    );
  };

  // Never cached: a pause, a new policy or a revocation takes effect at the next request, in every process.
  const agent: Authenticate = async ({ authorization, requestId, address, agentOperation: operation = '' }) => {
    if (authorization === undefined) throw refused('The Authorization header is missing.', mode);
    const accessToken = accessTokenIn(authorization);
    if (accessToken === undefined) throw refused('The Authorization header must contain the access token of an agent.', mode);
    const door = callAs('door', requestId, address);
    return counted(authorization, address, () => admitAgentAt(options.dispatch, { accessToken, operation }, door));
  };

  // Never cached either.
  const operator = (token: string, { authorization = '', requestId, address, operation }: Presented) => {
    const door = callAs('door', requestId, address);
    return counted(authorization, address, () => admitOperatorAt({ dispatch: options.dispatch, token, operation }, door));
  };

  const direct: Authenticate = (presented) => (presented.agentOperation === undefined ? basic : agent)(presented);
  const any: Authenticate = (presented) => {
    const token = callerTokenIn(presented.authorization);
    return token === undefined ? direct(presented) : tokens.verify(token);
  };
  const andOperators =
    (others: Authenticate): Authenticate =>
    (presented) => {
      const token = operatorTokenIn(presented.authorization);
      return token === undefined ? others(presented) : operator(token, presented);
    };
  return {
    basic,
    direct,
    any,
    inside: andOperators(any),
    console: andOperators(direct),
    forget: kept.forget,
    watch: (dispatch) => async (method, request, call) => {
      const reply = await dispatch(method, request, call);
      if (changing.has(method)) kept.forget();
      return reply;
    },
  };
}

/** Counts failures by address. Only known credentials are checked for an address with many failures. */
function failureCount({ failuresPerMinute = 0, wall }: AuthenticatorOptions) {
  const failing = failingAddresses(failuresPerMinute, wall);
  const proven = new RecentMap<string, true>(keptMax); // headers that were valid the last time

  return async (authorization: string, address: string, authenticate: () => Promise<Caller>): Promise<Caller> => {
    if (!proven.has(authorization)) failing.check(address);
    try {
      const caller = await authenticate();
      proven.set(authorization, true);
      return caller;
    } catch (error) {
      if (isFailure(error)) {
        proven.delete(authorization);
        failing.count(address);
      }
      throw error;
    }
  };
}

/** The caller token of another process in the header, if any. */
export function callerTokenIn(authorization: string | undefined): string | undefined {
  return /^Bearer (?!agt_|op_)([^\s]+)$/i.exec(authorization ?? '')?.[1];
}

function accessTokenIn(authorization: string): string | undefined {
  return /^Bearer (agt_[0-9a-f]{40})$/i.exec(authorization)?.[1];
}

/** Methods that make cached callers outdated. */
const changing = new Set<DescMethodUnary>([
  TokenService.method.deleteToken,
  ClockService.method.advanceClock,
  FaultService.method.createFault,
  FaultService.method.deleteFault,
  SandboxService.method.resetPlatform,
  ForkService.method.deleteFork,
  SnapshotService.method.restoreSnapshot,
]);

/** Whether the credentials were wrong. An outage is not the caller's fault. */
function isFailure(error: unknown): boolean {
  const code = refusalFrom(error)?.code;
  return code === ErrorCode.UNAUTHORIZED || code === ErrorCode.RATE_LIMITED;
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** RFC 7617: everything after the first colon is the password. Neither may contain control characters. */
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

async function admitAgentAt(
  dispatch: Dispatch,
  request: { readonly accessToken: string; readonly operation: string },
  call: Call,
): Promise<Caller> {
  const { agentId, agentRequestId, ...caller } = await clientOf(AgentDirectoryService, dispatch)(call).admitAgent(request);
  return { ...platformOf(caller), permissions: [], agentId, agentRequestId };
}

/** A call that a door makes itself, without a platform. `address`: of its peer. */
export function callAs(service: string, requestId: string, address?: string): Call {
  const caller = asService(service, anonymous);
  return { caller, requestId, signal: never, admitted: false, ...(address !== undefined && { address }) };
}

const never = new AbortController().signal;

function toCaller({ permissions, tokenId, ...caller }: AuthenticatedCaller): Caller {
  return { ...platformOf(caller), permissions, tokenId };
}

function platformOf({ platformId, environment, clockOffsetMs, hasFaults }: Pick<AuthenticatedCaller, PlatformField>) {
  const known: Environment = environment === 'production' ? 'production' : 'sandbox';
  return { platformId, environment: known, clockOffsetMs: Number(clockOffsetMs), hasFaults };
}

type PlatformField = 'platformId' | 'environment' | 'clockOffsetMs' | 'hasFaults';

function refused(reason: string, mode: Environment): Refusal {
  const details = mode === 'sandbox' ? { reason } : undefined;
  return fail(ErrorCode.UNAUTHORIZED, 'The credentials are missing or wrong.', details);
}

const keptMs = 1_000;
const keptMax = 10_000;

/** Caches callers by their header. Concurrent requests share one lookup. */
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
        if (generation === start) keep(header, caller); // otherwise the result may be older than the invalidation
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
