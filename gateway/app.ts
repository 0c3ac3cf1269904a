// The REST door: the mapped methods of all services, and a few routes beside them.
import type { DescService } from '@bufbuild/protobuf';
import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify';
import { ErrorCode } from '../gen/payments/common/v1/error_pb.ts';
import { EventService } from '../gen/payments/webhooks/v1/webhook_pb.ts';
import { type Authenticator, callAs } from '../services/kit/calls/authenticator.ts';
import { clientOf } from '../services/kit/calls/clients.ts';
import type { RateLimit } from '../services/kit/calls/rate-limit.ts';
import type { Dispatch } from '../services/kit/core/call.ts';
import type { Environment } from '../services/kit/core/caller.ts';
import type { Log } from '../services/kit/core/log.ts';
import type { Check } from '../services/kit/messages/check.ts';
import { fail } from '../services/kit/messages/fail.ts';
import { type Gauges, gaugesText } from '../services/kit/service/gauges.ts';
import { registerInvitationPages } from '../web/hosted/invitation-routes.ts';
import { registerKycPages } from '../web/hosted/kyc-routes.ts';
import { registerSharedRoutes } from '../web/hosted/shared-routes.ts';
import { authenticateBy } from './authenticate.ts';
import { registerConnect } from './connect.ts';
import { jsonType } from './errors.ts';
import { refuseOtherVerbs, registerRoutes } from './transcoder/register.ts';
import { installConventions, serverOptions } from './transcoder/server.ts';
import type { ReadingRate } from './transcoder/slow-clients.ts';

/** What every path of the contract starts with. */
export const versionPrefix = '/2025-10-13';

export interface GatewayOptions {
  readonly services: readonly DescService[];
  /** Of the same services. */
  readonly checks: readonly Check[];
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  /** Whose webhook keys are shown to those who do not say. */
  readonly mode: Environment;
  /** Why requests should not be sent here now; undefined when they should. */
  readonly problem: () => string | undefined;
  /** What monitoring reads of each service here. */
  readonly gauges: () => ReadonlyMap<string, Gauges>;
  readonly limit?: RateLimit;
  /** Where the installation is reached. */
  readonly publicUrl: string;
  readonly reading?: ReadingRate;
  /** The OpenAPI document of the services; read when somebody asks for it first. */
  readonly openApi?: object;
  readonly log: Log;
}

/** The server, ready to listen or to be called in process. */
export async function buildApp(options: GatewayOptions): Promise<FastifyInstance> {
  const { services, checks, authenticator, dispatch, limit, log, publicUrl, reading } = options;
  const conventions = { log, publicUrl, prefix: versionPrefix, ...(reading && { reading }) };
  const app = Fastify({ ...serverOptions(conventions), ...timeouts, forceCloseConnections: 'idle' });
  await installConventions(app, conventions);
  registerRoutes(app, {
    services,
    checks,
    prefix: versionPrefix,
    authenticate: authenticateBy(authenticator),
    dispatch: authenticator.watch(dispatch),
    ...(limit && { limit }),
  });
  await registerConnect(app, {
    services,
    authenticate: authenticator.any,
    dispatch: authenticator.watch(dispatch),
    log,
    ...(limit && { limit }),
  });
  registerOwnRoutes(app, options);
  registerKycPages(app, { dispatch, checks, log });
  registerInvitationPages(app, { dispatch, log });
  return app;
}

const timeouts = { connectionTimeout: 60_000, keepAliveTimeout: 72_000, http: { headersTimeout: 30_000 } };

/** Outside the version: the state of the process, the document, the keys of webhooks. None needs credentials. */
function registerOwnRoutes(app: FastifyInstance, options: GatewayOptions): void {
  const { dispatch, problem, gauges, mode } = options;
  const events = clientOf(EventService, dispatch);
  const get = (url: string, handler: RouteHandlerMethod) => {
    app.get(url, handler);
    refuseOtherVerbs(app, { url, allowed: ['GET', 'HEAD'] });
  };
  registerSharedRoutes(get);
  get('/livez', async () => ({ status: 'ok' }));
  get('/readyz', async () => {
    const reason = problem();
    if (reason === undefined) return { status: 'ok' };
    throw fail(ErrorCode.SERVICE_UNAVAILABLE, reason);
  });
  get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4').send(gaugesText(gauges())));
  app.get<{ Querystring: { environment?: string } }>(keyPath, async (request, reply) => {
    const { environment = mode } = request.query;
    const { pem } = await events(callAs('gateway', request.id)).getPublicKeys({ environment });
    return reply.type('application/x-pem-file').header('cache-control', 'public, max-age=300').send(pem);
  });
  refuseOtherVerbs(app, { url: keyPath, allowed: ['GET', 'HEAD'] });
  if (!('openApi' in options)) return;
  let document: Buffer | undefined; // one for all readers, however slowly they read
  get('/openapi.json', async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(options.openApi));
    return reply.type(jsonType).header('cache-control', 'public, max-age=300').send(document);
  });
}

const keyPath = '/.well-known/webhook-public-key.pem';
