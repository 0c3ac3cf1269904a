// Every published operation, from the OpenAPI document and the descriptors. The tests of this folder iterate over them.
import type { DescService } from '@bufbuild/protobuf';
import { compileRoutes, type Route } from '../../gateway/transcoder/compile.ts';
import { Authentication, IdempotencyKey } from '../../gen/payments/rest/v1/rest_pb.ts';
import { services } from '../../services/all.ts';
import type { Verb } from '../kit/rest.ts';
import { servedDocument } from '../kit/served.ts';

export type Schema = { readonly [key: string]: unknown };

export interface QueryParameter {
  readonly name: string;
  readonly schema: Schema;
  readonly required?: boolean;
}

export interface Operation {
  /** `createQuote` */
  readonly id: string;
  /** `POST /quotes`, for the names of tests. */
  readonly name: string;
  readonly verb: Verb;
  /** `/quotes/{quoteId}` */
  readonly path: string;
  /** Names of the variables in the path. */
  readonly variables: readonly string[];
  readonly query: readonly QueryParameter[];
  /** The schema of its JSON body. */
  readonly json: Schema | undefined;
  /** Its body is a form. */
  readonly takesForm: boolean;
  readonly needsKey: boolean;
  /** It honours an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Statuses of success. */
  readonly successes: readonly number[];
  readonly route: Route;
}

interface Described {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: Schema;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

const descs: readonly DescService[] = services.flatMap(({ serves }) => serves.map(({ desc }) => desc));

export const document = servedDocument();

const others = new Set<Authentication>([Authentication.AGENT, Authentication.NONE]);

export const operations: readonly Operation[] = operationsOf();

/** Operations by family: with JSON bodies, with ids in their paths, … */
export const withJson = operations.flatMap((operation) => (operation.json ? [{ ...operation, json: operation.json }] : []));
/** Those that require the credentials of a platform. */
export const authenticated = operations.filter(({ route }) => !others.has(route.rule.authentication));
/** Those that require the credential of an agent. */
export const forAgents = operations.filter(({ route }) => route.rule.authentication === Authentication.AGENT);
export const withVariable = operations.filter(({ variables }) => variables.length > 0);
/** Lists whose callers choose the size of pages. A page of `/reports/payouts` is a day. */
export const lists = operations.filter(({ query }) => ['cursor', 'limit'].every((one) => query.some(({ name }) => name === one)));

function operationsOf(): Operation[] {
  const routes = new Map(compileRoutes(descs).map((route) => [`${route.verb} ${templateOf(route)}`, route]));
  const items = Object.entries(document.paths as Record<string, Record<string, Described>>);
  return items.flatMap(([path, item]) =>
    Object.entries(item).map(([word, described]) => {
      const verb = word.toUpperCase() as Verb;
      const route = routes.get(`${verb} ${path}`);
      if (!route) throw new Error(`${verb} ${path} is in the document and is no route.`);
      return operationOf({ verb, path, described, route });
    }),
  );
}

interface Parts {
  readonly verb: Verb;
  readonly path: string;
  readonly described: Described;
  readonly route: Route;
}

function operationOf({ verb, path, described, route }: Parts): Operation {
  return {
    id: described.operationId,
    name: `${verb} ${path}`,
    verb,
    path,
    variables: route.pathFields.map(({ jsonName }) => jsonName),
    query: described.parameters.filter((parameter) => parameter.in === 'query'),
    json: described.requestBody?.content['application/json']?.schema,
    takesForm: route.rule.multipart,
    needsKey: route.rule.idempotencyKey === IdempotencyKey.REQUIRED,
    takesKey: route.rule.idempotencyKey !== IdempotencyKey.UNSPECIFIED,
    successes: Object.keys(described.responses)
      .map(Number)
      .filter((status) => status < 300),
    route,
  };
}

function templateOf({ path, pathFields }: Route): string {
  const names = pathFields.map(({ jsonName }) => `{${jsonName}}`);
  return `/${path.map((segment) => ('literal' in segment ? segment.literal : names.shift())).join('/')}`;
}
