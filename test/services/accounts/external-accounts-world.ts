// The accounts service behind the real gateway, with the customers service; the webhooks service is observed instead of run.
import type { Client } from '@connectrpc/connect';
import { expect } from 'vitest';
import { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { type AcceptEventsRequest, EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Environment } from '../../../services/kit/core/caller.ts';
import type { Settings } from '../../../services/kit/service/service.ts';
import { type PlatformOptions, startWorld, type Tenant } from '../../kit/platform.ts';
import { type SharedWorld, sharedWorld } from '../../kit/shared-world.ts';
import { upToAccounts } from '../../kit/world-forms.ts';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  /** Seconds, if the answer asks the client to wait. */
  readonly retryAfter?: number;
  /** Empty if the answer has no body. */
  readonly body: Json;
}

export interface Platform {
  rest(method: Verb, path: string, more?: { body?: Json; headers?: Record<string, string> }): Promise<Answer>;
  /** Public id of a new customer of this platform. */
  newCustomer(): Promise<string>;
  deleteCustomer(customerId: string): Promise<void>;
  /** The directory of accounts, as another service calls it. */
  readonly directory: Client<typeof AccountDirectoryService>;
}

export interface AccountsWorld {
  newPlatform(options?: Pick<PlatformOptions, 'permissions' | 'environment'>): Promise<Platform>;
  /** Advances the time: a second, so that rows differ in age, or more. */
  tick(ms?: number): void;
  /** The event bodies about an account, after all due work has run. */
  eventsOf(accountId: string): Promise<Json[]>;
}

type Verb = 'GET' | 'POST' | 'DELETE' | 'PATCH';

/** For one test file. */
export async function startAccountsWorld(
  mode: Environment = 'sandbox',
  settings: Partial<Settings> = {},
): Promise<AccountsWorld> {
  return worldOf(await startWorld({ ...upToAccounts, mode, settings }));
}

/** In a world that test files share. */
export async function sharedAccountsWorld(): Promise<AccountsWorld> {
  return worldOf(await sharedWorld(upToAccounts));
}

function worldOf(world: SharedWorld): AccountsWorld {
  return {
    newPlatform: async (options = {}) => platformOf(await world.newPlatform({ currencies: ['USD'], ...options })),
    tick: (ms = 1000) => world.wall.advance(ms),
    eventsOf: async (accountId) => {
      await world.settle();
      return eventBodies(world).filter(({ data }) => Object(data).id === accountId);
    },
  };
}

function eventBodies({ absent }: SharedWorld): Json[] {
  return absent.calls
    .filter(({ method }) => method === EventService.method.acceptEvents)
    .flatMap(({ request }) => (request as AcceptEventsRequest).events)
    .map(({ body }) => JSON.parse(Buffer.from(body).toString()));
}

function platformOf(tenant: Tenant): Platform {
  const rest: Platform['rest'] = async (method, path, more) => {
    const { status, body, headers } = await tenant.rest(method, path, more);
    const retryAfter = headers['retry-after'];
    return { status, body: body ?? {}, ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }) };
  };
  return {
    rest,
    directory: tenant.internal(AccountDirectoryService),
    async newCustomer() {
      const { status, body } = await rest('POST', '/customers', {
        body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
      });
      expect(status).toBe(201);
      return String(body.id);
    },
    async deleteCustomer(customerId) {
      expect((await rest('DELETE', `/customers/${customerId}`)).status).toBe(200);
    },
  };
}
