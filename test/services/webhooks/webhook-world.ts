// Platforms with endpoints, and events for them: the real services on a test database.
import { randomBytes, randomUUID } from 'node:crypto';
import { create, type DescService } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { PlatformDirectoryService, PlatformService } from '../../../gen/payments/platform/v1/platform_pb.ts';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { EventService, WebhookService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { auth } from '../../../services/auth/service.ts';
import { clientOf } from '../../../services/kit/calls/clients.ts';
import type { Call, Dispatch } from '../../../services/kit/core/call.ts';
import type { Environment } from '../../../services/kit/core/caller.ts';
import type { Clock } from '../../../services/kit/core/clock.ts';
import { idsFrom } from '../../../services/kit/core/ids.ts';
import { silent } from '../../../services/kit/core/log.ts';
import type { Context } from '../../../services/kit/core/method.ts';
import { fail } from '../../../services/kit/messages/fail.ts';
import type { Door, Served } from '../../../services/kit/service/service.ts';
import { startServices } from '../../../services/kit/service/start-services.ts';
import { openSecrets } from '../../../services/kit/storage/secrets.ts';
import { platform } from '../../../services/platform/service.ts';
import { type WebhookLimits, webhooksWithin } from '../../../services/webhooks/service.ts';
import { testDatabase } from '../../kit/database.ts';
import { templateOf } from '../../kit/doors.ts';
import { atEndOfFile } from '../../kit/file-end.ts';
import { databaseWaitMs, patienceMs } from '../../kit/patience.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { ManualWall } from '../../kit/wall.ts';

export interface WorldOptions {
  readonly limits?: Partial<WebhookLimits>;
  readonly wall?: Clock;
  readonly databaseUrl?: string;
  /** While it is down, the endpoints of platforms are unknown. */
  readonly directory?: { isDown: boolean };
}

export type World = Awaited<ReturnType<typeof startWorld>>;
/** A platform whose events arrive here. */
export async function newListener(world: World): Promise<{ receiver: Receiver; platform: TestPlatform }> {
  const receiver = await startReceiver();
  return { receiver, platform: await world.newPlatform(receiver.url) };
}

export const newResource = () => `Transaction:${randomUUID()}`;

export type TestPlatform = Awaited<ReturnType<World['newPlatform']>>;

const secrets = openSecrets([randomBytes(32)]);

export async function startWorld({ limits, wall: given, databaseUrl, directory = { isDown: false } }: WorldOptions = {}) {
  const wall = new ManualWall();
  const clock = given ?? wall;
  const door = webhooksWithin({ connectTimeoutMs: patienceMs, timeoutMs: patienceMs, ...limits });
  const url = databaseUrl ?? (await testDatabase(await templateOf([platform, auth, door])));
  const running = await startServices({
    doors: [interrupted(platform, directory), auth, door],
    remote: elsewhere,
    databaseUrl: () => url,
    settings: {
      mode: 'sandbox',
      sandboxTimeScale: 1,
      publicUrl: 'http://localhost:8080',
      dataDir: './data',
      databaseWaitMs,
    },
    secrets,
    wall: clock,
    log: silent,
    serialize: true,
  });
  const close = atEndOfFile(() => running.close());

  const clientAs = <S extends DescService>(desc: S, call: Call): Client<S> => clientOf(desc, running.dispatch)(call);

  return {
    wall,
    url,
    secrets,
    settle: () => running.settle(),
    close,
    events: clientAs(EventService, callOf({ platformId: randomUUID(), service: 'test' })),

    /** A platform with the endpoint `endpoint`, after its test webhook. */
    async newPlatform(endpoint?: string, environment: Environment = 'sandbox') {
      const platformId = idsFrom(clock).next();
      const asService = callOf({ platformId, environment, service: 'test' });
      const asPlatform = callOf({ platformId, environment });
      const credentials = { clientId: randomBytes(16).toString('hex'), clientSecret: randomBytes(24).toString('hex') };
      await clientAs(PlatformDirectoryService, asService).ensurePlatform({ ...credentials, currencies: ['USD'] });
      const config = clientAs(PlatformService, asPlatform);
      const setEndpoint = async (webhookEndpoint: string) => {
        await config.updateConfig({ webhookEndpoint });
      };
      if (endpoint !== undefined) {
        await setEndpoint(endpoint);
        await running.settle();
      }
      return {
        id: platformId,
        setEndpoint,
        events: clientAs(EventService, asService),
        webhooks: clientAs(WebhookService, asPlatform),
      };
    },
  };
}

/** An event of a resource, as in a service's outbox. */
export function eventOf(platformId: string, resource: string, sequence: number) {
  const id = randomUUID();
  const envelope = { id: `Webhook:${id}`, type: 'OUTGOING_PAYMENT.PENDING', timestamp: at };
  const body = { ...envelope, data: { id: resource, sequence }, platformId: `Platform:${platformId}` };
  return {
    id,
    platformId,
    resource,
    sequence: BigInt(sequence),
    type: body.type,
    body: Buffer.from(JSON.stringify(body)),
    createdAt: timestampFromDate(new Date(at)),
    requestId: 'test',
  };
}

const at = '2026-01-01T00:00:00.000Z';

interface Who {
  readonly platformId: string;
  readonly environment?: Environment;
  readonly service?: string;
}

function callOf({ platformId, environment = 'sandbox', service }: Who): Call {
  const permissions = [Permission.VIEW, Permission.TRANSACT, Permission.MANAGE];
  const caller = { platformId, environment, permissions, clockOffsetMs: 0, ...(service && { service }) };
  return { caller, requestId: 'test', signal: new AbortController().signal, admitted: false };
}

/** A service that refuses every call while it is down. */
function interrupted(door: Door, state: { readonly isDown: boolean }): Door {
  const guard = (method: Served<Context>['methods'][string]): typeof method => {
    return async (request, context) => {
      if (state.isDown) throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'The service is down.');
      return method(request, context);
    };
  };
  const serves = door.serves.map(({ desc, methods }) => ({
    desc,
    methods: Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, guard(method)])),
  }));
  return { ...door, serves };
}

/** Accounts and customers, which platform calls on creation: their answers do not matter here. */
const elsewhere: Dispatch = async (method) => ({ message: create(method.output), replayed: false });
