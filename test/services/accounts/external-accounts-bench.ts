// External accounts behind the real gateway and database; customers stand in, for theirs is another service.
import { randomBytes, randomUUID } from 'node:crypto';
import { create, type Message } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import fastify from 'fastify';
import { Client as Connection } from 'pg';
import { registerRoutes } from '../../../gateway/transcoder/register.ts';
import { installConventions, serverOptions } from '../../../gateway/transcoder/server.ts';
import { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import {
  CreateExternalAccountRequestSchema,
  ExternalAccountService,
} from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { CustomerSchema, type GetCustomerRequest } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { accounts } from '../../../services/accounts/service.ts';
import type { Dispatch } from '../../../services/kit/call.ts';
import type { Caller, Environment } from '../../../services/kit/caller.ts';
import { clientOf } from '../../../services/kit/clients.ts';
import { fail } from '../../../services/kit/fail.ts';
import { silent } from '../../../services/kit/log.ts';
import { startServices } from '../../../services/kit/process.ts';
import { openSecrets } from '../../../services/kit/secrets.ts';
import { prepareValidation } from '../../../services/kit/validate.ts';
import { testDatabase } from '../../kit/database.ts';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

export interface Platform {
  readonly platformId: string;
  rest(
    method: 'GET' | 'POST' | 'DELETE' | 'PATCH',
    path: string,
    more?: { body?: Json; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Public id of a customer of this platform. */
  newCustomer(): string;
  deleteCustomer(customerId: string): void;
  /** The directory of accounts, as another service calls it. */
  readonly directory: Client<typeof AccountDirectoryService>;
}

export interface Bench {
  newPlatform(environment?: Environment): Platform;
  /** Milliseconds that the platforms' clocks run ahead of the wall; moved by tests, so that rows differ in age. */
  clockOffsetMs: number;
  /** Everything that the database holds of external accounts, as text. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

const prefix = '/2025-10-13';
const never = new AbortController().signal;

export async function openBench(): Promise<Bench> {
  const url = await testDatabase();
  const callers = new Map<string, Caller>();
  const customers = new Map<string, { platformId: string; isDeleted: boolean }>();
  const running = await startServices({
    doors: [accounts],
    remote: customersIn(customers),
    databaseUrl: () => url,
    settings: { mode: 'sandbox', sandboxTimeScale: 1, publicUrl: 'http://localhost' },
    secrets: openSecrets([randomBytes(32)]),
    wall: { now: () => new Date() },
    log: silent,
    serialize: true,
  });
  prepareValidation(CreateExternalAccountRequestSchema, accounts.checks);
  const directory = clientOf(AccountDirectoryService, running.dispatch);
  const app = fastify(serverOptions(silent));
  await installConventions(app, silent);
  const bench: Bench = { newPlatform, clockOffsetMs: 0, dump: () => rowsIn(url), close };
  registerRoutes(app, {
    services: [ExternalAccountService],
    prefix,
    authenticate: async ({ headers }) => {
      const caller = callers.get(headers.authorization ?? '');
      return caller && { ...caller, clockOffsetMs: bench.clockOffsetMs };
    },
    dispatch: running.dispatch,
  });

  function newPlatform(environment: Environment = 'sandbox'): Platform {
    const platformId = randomUUID();
    callers.set(platformId, { platformId, environment, permissions: [Permission.VIEW, Permission.TRANSACT], clockOffsetMs: 0 });
    return {
      platformId,
      directory: directory({
        caller: { platformId, environment, permissions: [], clockOffsetMs: 0, service: 'transfers' },
        requestId: 'test',
        signal: never,
        admitted: true,
      }),
      newCustomer() {
        const id = `Customer:${randomUUID()}`;
        customers.set(id, { platformId, isDeleted: false });
        return id;
      },
      deleteCustomer: (customerId) => void customers.set(customerId, { platformId, isDeleted: true }),
      async rest(method, path, { body, headers } = {}) {
        const answer = await app.inject({
          method,
          url: prefix + path,
          headers: { authorization: platformId, ...headers },
          ...(body && { payload: body }),
        });
        return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() };
      },
    };
  }

  async function close(): Promise<void> {
    await app.close();
    await running.close();
  }

  return bench;
}

async function rowsIn(url: string): Promise<string> {
  const client = new Connection({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>('select account::text as line from accounts.external_account account');
  await client.end();
  return rows.map(({ line }) => line).join('\n');
}

/** GetCustomer as the customers service answers it. */
function customersIn(customers: Map<string, { platformId: string; isDeleted: boolean }>): Dispatch {
  return async (_method, request: Message, { caller }) => {
    const { customerId } = request as GetCustomerRequest;
    const found = customers.get(customerId);
    if (found?.platformId !== caller.platformId) throw fail(ErrorCode.USER_NOT_FOUND, `There is no customer ${customerId}.`);
    return { message: create(CustomerSchema, { id: customerId, isDeleted: found.isDeleted }), replayed: false };
  };
}
