// The accounts service on a database of its own; the other services are stand-ins.
import { randomUUID } from 'node:crypto';
import { create, type DescService } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import { Pool } from 'pg';
import { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { InternalAccountService } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { BalancePart, HouseAccountKind, LedgerService } from '../../../gen/payments/accounts/v1/ledger_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { type AcceptEventsRequest, EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { accounts } from '../../../services/accounts/service.ts';
import { clientOf } from '../../../services/kit/calls/clients.ts';
import type { Call, Dispatch } from '../../../services/kit/core/call.ts';
import type { Caller } from '../../../services/kit/core/caller.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { startServices } from '../../../services/kit/service/start-services.ts';
import { openSecrets } from '../../../services/kit/storage/secrets.ts';
import { testDatabase } from '../../kit/database.ts';
import { templateOf } from '../../kit/doors.ts';
import { databaseWaitMs } from '../../kit/patience.ts';
import { ManualWall } from '../../kit/wall.ts';

/** Of all processes that share a database of these tests. */
export const accountsSecrets = openSecrets([Buffer.alloc(32, 7)]);

/** An event as the stand-in for the webhooks service received it. */
export interface ReceivedEvent {
  readonly resource: string;
  readonly sequence: bigint;
  readonly type: string;
  readonly body: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}

export interface World {
  readonly wall: ManualWall;
  readonly events: ReceivedEvent[];
  readonly url: string;
  readonly database: Pool;
  /** Acts for a platform of its own. */
  newPlatform(environment?: Caller['environment']): Platform;
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface Platform {
  readonly id: string;
  readonly ledger: Client<typeof LedgerService>;
  readonly directory: Client<typeof AccountDirectoryService>;
  readonly internalAccounts: Client<typeof InternalAccountService>;
  /** The same platform through another process of the service. */
  through(process: number): Platform;
  /** Opens an account of a new customer and returns its uuid. */
  newAccount(currency?: string): Promise<string>;
  /** Opens the platform's own account and returns its uuid. */
  newPlatformAccount(currency?: string): Promise<string>;
  /** Credits the available balance. */
  fund(accountId: string, amount: bigint, currency?: string): Promise<void>;
}

export async function startAccounts(): Promise<World> {
  const url = await testDatabase(await templateOf([accounts]));
  const wall = new ManualWall();
  const events: ReceivedEvent[] = [];
  const running = await startServices({
    doors: [accounts],
    remote: neighbours(events),
    databaseUrl: () => url,
    settings: {
      mode: 'sandbox',
      sandboxTimeScale: 1,
      publicUrl: 'http://127.0.0.1:8080',
      dataDir: './data',
      databaseWaitMs,
    },
    secrets: accountsSecrets,
    wall,
    log: silent,
    serialize: true,
  });
  const database = new Pool({ connectionString: url, options: '-c search_path=accounts', max: 2 });
  database.on('connect', (client) => client.on('error', () => undefined)); // a pool that ended no longer handles those of its connections

  return {
    wall,
    events,
    url,
    database,
    newPlatform: (environment = 'sandbox') => platformThrough({ doors: [running.dispatch], id: randomUUID(), environment }),
    settle: () => running.settle(),
    close: async () => {
      await running.close();
      await database.end();
    },
  };
}

function neighbours(events: ReceivedEvent[]): Dispatch {
  return async (method, request) => {
    if (method.parent.typeName !== EventService.typeName) throw new Error(`Nobody expected a call of ${method.name}.`);
    events.push(...receivedIn(request as AcceptEventsRequest));
    return { message: create(EmptySchema), replayed: false };
  };
}

export function receivedIn({ events }: AcceptEventsRequest): ReceivedEvent[] {
  return events.map(({ resource, sequence, type, body }) => ({
    resource,
    sequence,
    type,
    body: JSON.parse(Buffer.from(body).toString()),
  }));
}

interface PlatformParts {
  /** One of each process of the service. */
  readonly doors: readonly Dispatch[];
  readonly id: string;
  readonly environment: Caller['environment'];
}

export function platformThrough(parts: PlatformParts, process = 0): Platform {
  const { doors, id, environment } = parts;
  const dispatch = doors[process];
  if (!dispatch) throw new Error(`There is no process ${process}.`);
  const client = <S extends DescService>(desc: S, call: Call) => clientOf(desc, dispatch)(call);
  const asNeighbour = callBy({ platformId: id, environment, permissions: [], clockOffsetMs: 0, service: 'transfers' });
  const asPlatform = callBy({ platformId: id, environment, permissions: [Permission.VIEW], clockOffsetMs: 0 });
  const ledger = client(LedgerService, asNeighbour);
  const directory = client(AccountDirectoryService, asNeighbour);
  const internalAccounts = client(InternalAccountService, asPlatform);

  return {
    id,
    ledger,
    directory,
    internalAccounts,
    through: (other) => platformThrough(parts, other),
    newAccount: async (currency = 'USD') => {
      const customerId = `Customer:${randomUUID()}`;
      await directory.openCustomerAccounts({ openings: [{ customerId, currencies: [currency] }] });
      const { data } = await internalAccounts.listCustomerInternalAccounts({ customerId });
      return data[0]?.id.slice('InternalAccount:'.length) ?? '';
    },
    newPlatformAccount: async (currency = 'USD') => {
      await directory.openPlatformAccounts({ currencies: [currency] });
      const { data } = await internalAccounts.listPlatformInternalAccounts({ currency });
      return data[0]?.id.slice('InternalAccount:'.length) ?? '';
    },
    fund: async (accountId, amount, currency = 'USD') => {
      const legs = [
        { account: world('RTP'), currency, amount: -amount },
        { account: available(accountId), currency, amount },
      ];
      await ledger.post({ subject: randomUUID(), step: 'IN', legs });
    },
  };
}

function callBy(caller: Caller): Call {
  return { caller, requestId: 'Request:1', signal: new AbortController().signal, admitted: false };
}

const part = (which: BalancePart) => (accountId: string) => ({
  kind: { case: 'internal' as const, value: { accountId, part: which } },
});
export const available = part(BalancePart.AVAILABLE);
export const held = part(BalancePart.HELD);
export const pendingIn = part(BalancePart.PENDING_IN);

export const house = (kind: HouseAccountKind, subaccount = '') => ({
  kind: { case: 'house' as const, value: { kind, subaccount } },
});
export const world = (rail: string) => house(HouseAccountKind.WORLD, rail);
