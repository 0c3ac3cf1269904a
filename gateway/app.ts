// The REST door: the mapped methods of all services, and a few other routes.
import type { BlockList } from 'node:net';
import type { DescService } from '@bufbuild/protobuf';
import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify';
import { ErrorCode } from '../gen/payments/common/v1/error_pb.ts';
import { EventService } from '../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Connected } from '../services/kit/calls/admission.ts';
import { type Authenticator, callAs } from '../services/kit/calls/authenticator.ts';
import { clientOf } from '../services/kit/calls/clients.ts';
import { withFaults } from '../services/kit/calls/faults.ts';
import type { RateLimit } from '../services/kit/calls/rate-limit.ts';
import type { NoteCall } from '../services/kit/core/answered-calls.ts';
import type { Dispatch } from '../services/kit/core/call.ts';
import type { Environment } from '../services/kit/core/caller.ts';
import type { Log } from '../services/kit/core/log.ts';
import type { Check } from '../services/kit/messages/check.ts';
import { fail } from '../services/kit/messages/fail.ts';
import type { ServerCertificate } from '../services/kit/rpc/certificate.ts';
import { recordingOperators } from '../services/kit/rpc/operator-record.ts';
import { type DevelopersOptions, registerDeveloperPages } from '../web/developers/routes.ts';
import { registerCardPages } from '../web/hosted/card-routes.ts';
import { registerInvitationPages } from '../web/hosted/invitation-routes.ts';
import { registerKycPages } from '../web/hosted/kyc-routes.ts';
import { registerSharedRoutes } from '../web/hosted/shared-routes.ts';
import { noteAnswers } from './answers.ts';
import { authenticateBy } from './authenticate.ts';
import { noteClientAddresses } from './client-address.ts';
import { registerConnect } from './connect.ts';
import { encryptedBy } from './encrypted.ts';
import { jsonType } from './errors.ts';
import { exceptCounted } from './mcp/count-once.ts';
import { registerMcp } from './mcp/endpoint.ts';
import { noteRequests } from './request-log/note-requests.ts';
import { openRecorder } from './request-log/recorder.ts';
import { compileRoutes } from './transcoder/compile.ts';
import { registerRoutes } from './transcoder/register.ts';
import { installConventions, serverOptions } from './transcoder/server.ts';
import type { ReadingRate } from './transcoder/slow-clients.ts';
import { versionPrefix } from './version.ts';

export interface GatewayOptions {
  readonly services: readonly DescService[];
  /** Checks of the same services. */
  readonly checks: readonly Check[];
  readonly dispatch: Dispatch;
  readonly authenticator: Authenticator;
  /** The environment whose webhook keys are shown by default. */
  readonly mode: Environment;
  /** Why the process cannot serve. Undefined if it can. */
  readonly problem: () => string | undefined;
  /** All metrics of this process, as Prometheus reads them, for `/metrics`. Absent: only `METRICS_PORT` serves them. */
  readonly metrics?: () => Promise<string>;
  /** Logs and counts answered calls. Absent: nothing does. */
  readonly noteCall?: NoteCall;
  /** The connected providers. Absent: none. */
  readonly connected?: Connected;
  readonly limit?: RateLimit;
  /** Proxies in front, whose X-Forwarded-For is believed. Absent: none. */
  readonly proxies?: BlockList;
  /** Public URL of the installation. */
  readonly publicUrl: string;
  readonly reading?: ReadingRate;
  /** Connections without traffic are closed after this time. */
  readonly silentMs?: number;
  /** Creates the OpenAPI document of the services, at its first request. */
  readonly openApi?: () => Promise<object>;
  /** Whether the REST requests of sandbox platforms are logged for them. */
  readonly hasRequestLog?: boolean;
  /** Whether agents can call their operations as tools of an MCP server. */
  readonly hasMcp?: boolean;
  /** What pages for developers show. Absent: there are none. */
  readonly developers?: Pick<DevelopersOptions, 'rpcAddress' | 'credentials' | 'hasExplorer' | 'console'>;
  /** Absent: connections are not encrypted. */
  readonly certificate?: ServerCertificate;
  readonly log: Log;
}

/** Creates the server, ready to listen or to be called in process. */
export async function buildApp(options: GatewayOptions): Promise<FastifyInstance> {
  const { services, checks, authenticator, dispatch, connected, limit, log, publicUrl, reading, silentMs, certificate } = options;
  const routes = compileRoutes(services);
  const optional = { ...(connected && { connected }), ...(limit && { limit: exceptCounted(limit) }) };
  const conventions = { log, publicUrl, prefix: versionPrefix, ...(reading && { reading }) };
  const settings = { ...serverOptions(conventions), ...timeouts, ...(silentMs && { connectionTimeout: silentMs }) };
  const app = Fastify({ ...settings, ...(certificate && { serverFactory: encryptedBy(certificate, settings) }) });
  noteClientAddresses(app, options.proxies);
  await installConventions(app, conventions);
  if (options.noteCall) noteAnswers(app, options.noteCall);
  if (options.hasRequestLog) noteRequests(app, { routes, prefix: versionPrefix, recorder: openRecorder({ dispatch, log }) });
  const doorDispatch = withFaults(authenticator.watch(dispatch));
  registerRoutes(app, {
    routes,
    checks,
    prefix: versionPrefix,
    ...restDoor(options, doorDispatch),
    ...optional,
  });
  await registerConnect(app, {
    services,
    authenticate: authenticator.any,
    dispatch: doorDispatch,
    log,
    ...(reading && { reading }),
    ...optional,
  });
  if (options.hasMcp)
    registerMcp(app, {
      services,
      prefix: versionPrefix,
      authenticate: authenticateBy(authenticator.direct),
      ...(limit && { limit }),
    });
  registerOwnRoutes(app, options);
  registerKycPages(app, { dispatch, checks, log });
  registerInvitationPages(app, { dispatch, log });
  registerCardPages(app, { dispatch, log });
  return app;
}

/** The console of operators reads through the operations of REST; each of its calls is recorded. */
function restDoor({ authenticator, developers }: GatewayOptions, dispatch: Dispatch) {
  if (developers?.console !== 'operator') return { authenticate: authenticateBy(authenticator.direct), dispatch };
  return { authenticate: authenticateBy(authenticator.console), dispatch: recordingOperators(dispatch) };
}

const timeouts = {
  connectionTimeout: 60_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 30_000, requireHostHeader: false }, // a request without a host is refused like any other
  forceCloseConnections: 'idle',
} as const;

/** Routes outside the version: the state of the process, the document, the webhook keys. Public. */
function registerOwnRoutes(app: FastifyInstance, options: GatewayOptions): void {
  const { dispatch, problem, metrics, mode, publicUrl, developers } = options;
  const events = clientOf(EventService, dispatch);
  const get = (url: string, handler: RouteHandlerMethod) => void app.get(url, handler);
  registerSharedRoutes(get);
  if (developers) registerDeveloperPages(get, { ...developers, mode, publicUrl, prefix: versionPrefix });
  get('/livez', async () => ({ status: 'ok' }));
  get('/readyz', async () => {
    const reason = problem();
    if (reason === undefined) return { status: 'ok' };
    throw fail(ErrorCode.SERVICE_UNAVAILABLE, reason);
  });
  if (metrics) get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4').send(await metrics()));
  app.get<{ Querystring: { environment?: string } }>(keyPath, async (request, reply) => {
    const { environment = mode } = request.query;
    const { pem } = await events(callAs('gateway', request.id)).getPublicKeys({ environment });
    return reply.type('application/x-pem-file').header('cache-control', 'public, max-age=300').send(pem);
  });
  const { openApi } = options;
  if (!openApi) return;
  let document: Promise<Buffer> | undefined; // shared by all readers, however slow
  get('/openapi.json', async (_request, reply) => {
    document ??= openApi().then((made) => Buffer.from(JSON.stringify(made)));
    return reply
      .type(jsonType)
      .header('cache-control', 'public, max-age=300')
      .send(await document);
  });
}

const keyPath = '/.well-known/webhook-public-key.pem';
