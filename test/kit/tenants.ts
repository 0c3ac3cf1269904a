// Platforms in a test world, each with its own token.
import { randomBytes, randomUUID } from 'node:crypto';
import type { DescService } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { expect } from 'vitest';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import type { Permission } from '../../gen/payments/rest/v1/rest_pb.ts';
import type { Authenticator } from '../../services/kit/calls/authenticator.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import type { Dispatch } from '../../services/kit/core/call.ts';
import type { Caller, Environment } from '../../services/kit/core/caller.ts';
import { frozen } from './frozen.ts';
import { patienceMs } from './patience.ts';
import { type Rest, restOver, type Send } from './rest.ts';

export interface PlatformOptions {
  readonly environment?: Environment;
  readonly regulated?: boolean;
  /** Codes; all if absent. */
  readonly currencies?: readonly string[];
  /** Of its token; all if absent. */
  readonly permissions?: readonly Permission[];
}

/** One platform in the world, with its own token. */
export interface Tenant {
  /** uuid. */
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The `authorization` header. */
  readonly token: string;
  /** A call over REST. The answer's body is checked against the OpenAPI document. */
  readonly rest: Rest;
  /** Advances the platform's clock over the API, which also runs what becomes due. Returns its new time. */
  advance(seconds: number): Promise<Date>;
  /** RPC as the platform. */
  client<S extends DescService>(service: S): Client<S>;
  /** RPC as a service that acts for the platform: it can call internal methods. */
  internal<S extends DescService>(service: S): Client<S>;
}

interface TenantParts {
  readonly send: Send;
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  readonly mode: Environment;
}

export function tenantMaker({ send, dispatch, authenticator, mode }: TenantParts) {
  return async (options: PlatformOptions = {}): Promise<Tenant> => {
    const { environment = mode, regulated = true, currencies = [], permissions = [] } = options;
    const id = randomUUID();
    const clientId = randomBytes(16).toString('hex');
    const clientSecret = randomBytes(24).toString('hex');
    const token = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const caller: Caller = { platformId: id, environment, permissions: [], clockOffsetMs: 0 };
    const asPlatform: Dispatch = async (method, request, call) =>
      dispatch(method, frozen(request), {
        ...call,
        caller: await authenticator.basic({ authorization: token, requestId: call.requestId, address: '' }),
      });
    let isMade = false;
    const asService: Dispatch = async (method, request, call) => {
      const { clockOffsetMs } = isMade
        ? await authenticator.basic({ authorization: token, requestId: call.requestId, address: '' })
        : caller;
      return dispatch(method, frozen(request), { ...call, caller: { ...caller, clockOffsetMs, service: 'test' } });
    };
    const call = () => ({
      caller,
      requestId: `test-${randomUUID()}`,
      /** Read at every call: a client can live as long as its test file. */
      get signal() {
        return AbortSignal.timeout(patienceMs);
      },
      admitted: false,
    });
    const internal = <S extends DescService>(desc: S) => clientOf(desc, asService)(call());

    await internal(PlatformDirectoryService).ensurePlatform({
      isRegulatedFinancialInstitution: regulated,
      currencies: [...currencies],
      clientId,
      clientSecret,
      permissions: [...permissions],
    });
    isMade = true;
    const rest = restOver(send, token);
    return {
      id,
      clientId,
      clientSecret,
      token,
      rest,
      advance: async (seconds) => {
        const { status, body } = await rest('POST', '/sandbox/clock/advance', { body: { seconds } });
        expect(status, JSON.stringify(body)).toBe(200);
        return new Date(body.now);
      },
      client: (desc) => clientOf(desc, asPlatform)(call()),
      internal,
    };
  };
}
