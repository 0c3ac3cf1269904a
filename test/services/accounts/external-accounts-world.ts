// A world for tests of external accounts: answers without headers, and customers by one call.
import type { Client } from '@connectrpc/connect';
import { expect } from 'vitest';
import { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { Environment } from '../../../services/kit/caller.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  /** Empty when the answer has no body. */
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
  newPlatform(): Promise<Platform>;
  /** Makes a second pass, so that rows differ in age. */
  tick(): void;
  settle(): Promise<void>;
}

type Verb = 'GET' | 'POST' | 'DELETE' | 'PATCH';

/** All services, for one test file. */
export async function startAccountsWorld(mode: Environment = 'sandbox'): Promise<AccountsWorld> {
  const world = await startWorld({ mode });
  return {
    newPlatform: async () => platformOf(await world.newPlatform({ currencies: ['USD'] })),
    tick: () => world.wall.advance(1000),
    settle: () => world.settle(),
  };
}

function platformOf(tenant: Tenant): Platform {
  const rest: Platform['rest'] = async (method, path, more) => {
    const { status, body } = await tenant.rest(method, path, more);
    return { status, body: body ?? {} };
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
