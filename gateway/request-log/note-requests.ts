// Notes the REST requests of sandbox platforms for their request log.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestLogService } from '../../gen/payments/platform/v1/request_log_pb.ts';
import { atFirstUse } from '../../services/kit/core/at-first-use.ts';
import type { Caller } from '../../services/kit/core/caller.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { idsFrom, publicId } from '../../services/kit/core/ids.ts';
import type { Route } from '../transcoder/compile.ts';
import { successesOf } from '../transcoder/response.ts';
import { toRouterPath } from '../transcoder/template.ts';
import type { Entry, Recorder } from './recorder.ts';
import { masked, secretsIn, shownBody } from './shown-body.ts';

export interface NoteOptions {
  readonly routes: readonly Route[];
  readonly prefix: string;
  readonly recorder: Recorder;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of the error. */
    refused: string | undefined;
  }
}

/** A request with the value `off` is not logged: what the console itself reads. */
const optOutHeader = 'service-request-log';

/** Must be called before any route is registered. Errors link to their entry. */
export function noteRequests(app: FastifyInstance, { routes, prefix, recorder }: NoteOptions): void {
  const operations = atFirstUse(() => operationsOf(routes, prefix)); // the start of a process takes no time for it
  app.decorateRequest('refused', undefined);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' && reply.statusCode >= 400 && isLogged(request)) {
      request.refused = payload;
      addLink(reply, linkTo(request.id, prefix));
    }
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const operation = operations.use().get(`${request.method} ${request.routeOptions.url}`);
    const { caller } = request;
    if (operation && caller && isLogged(request))
      recorder.add(caller.platformId, () => entryOf({ request, reply, operation, caller }));
    done();
  });
  app.addHook('onClose', () => recorder.close());
}

interface Operation {
  readonly route: Route;
  /** The names of secret fields. */
  readonly asked: readonly string[];
  readonly answered: readonly string[];
}

/** By verb and path of the router. Reading the log is not logged. */
function operationsOf(routes: readonly Route[], prefix: string): ReadonlyMap<string, Operation> {
  const logged = routes.filter(({ method }) => method.parent !== RequestLogService);
  return new Map(
    logged.map((route) => {
      const answered = successesOf(route).flatMap(({ message }) => secretsIn(message));
      return [
        `${route.verb} ${prefix}${toRouterPath(route.path)}`,
        { route, asked: secretsIn(route.method.input), answered: answered },
      ];
    }),
  );
}

function isLogged({ caller, headers }: FastifyRequest): boolean {
  const isDirect = caller?.tokenId !== undefined || caller?.agentId !== undefined;
  return isDirect && caller.environment === 'sandbox' && headers[optOutHeader] !== 'off';
}

function addLink(reply: FastifyReply, link: string): void {
  reply.header('link', [reply.getHeader('link'), link].filter((one) => one !== undefined).join(', '));
}

const linkTo = (requestId: string, prefix: string) =>
  `<${prefix}/sandbox/requests?requestId=${encodeURIComponent(requestId)}>; rel="related"`;

interface Answered {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: Operation;
  readonly caller: Caller;
}

function entryOf({ request, reply, operation, caller }: Answered): Entry {
  const durationMs = Math.round(reply.elapsedTime);
  const path = pathOf(request, operation);
  const requestBody = shownBody(request.body, operation.asked);
  const { refused, answered } = request;
  const responseBody = refused === undefined ? shownBody(answered, operation.answered) : shownBody(JSON.parse(refused), []);
  return {
    id: publicId('Request', ids.next()),
    requestId: request.id,
    method: request.method,
    path,
    operation: operation.route.method.localName,
    status: reply.statusCode,
    durationMs,
    startedAt: timestampFromDate(new Date(wall.now().getTime() - durationMs)),
    resources: idsIn(path, requestBody, responseBody),
    ...(request.errorCode !== undefined && { errorCode: request.errorCode }),
    ...(caller.tokenId !== undefined && { tokenId: publicId('Token', caller.tokenId) }),
    ...(requestBody && { requestBody }),
    ...(responseBody && { responseBody }),
  };
}

const ids = idsFrom(wall);

/** Values of secret fields are masked. */
function pathOf({ url }: FastifyRequest, { route, asked }: Operation): string {
  const [path = '', query] = url.split('?', 2);
  const segments = path.split('/');
  const first = segments.length - route.path.length;
  const isSecret = (segment: Route['path'][number] | undefined) =>
    segment !== undefined &&
    'field' in segment &&
    route.pathFields.some((field) => field.name === segment.field && asked.includes(field.jsonName));
  const shown = segments.map((text, index) => (isSecret(route.path[index - first]) ? masked : text)).join('/');
  if (query === undefined) return shown.slice(0, pathMax);
  const parameters = new URLSearchParams(query);
  const secret = [...parameters.keys()].filter((name) => asked.includes(name));
  for (const name of secret) parameters.set(name, masked);
  return `${shown}?${secret.length > 0 ? parameters : query}`.slice(0, pathMax);
}

const pathMax = 2_048;

function idsIn(path: string, ...bodies: readonly unknown[]): string[] {
  const text = `${path.replaceAll(/%3a/gi, ':')} ${JSON.stringify(bodies)}`;
  return [...new Set(text.match(publicIdShape))].slice(0, resourcesMax);
}

const publicIdShape = /\b[A-Z][A-Za-z]{1,39}:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const resourcesMax = 50;
