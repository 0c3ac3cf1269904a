// The operations of agents as MCP tools, compiled from the same routes as REST.
import type { DescService } from '@bufbuild/protobuf';
import { IdempotencyKey } from '../../gen/payments/rest/v1/rest_pb.ts';
import { agentOperationOf } from '../../services/kit/calls/admission.ts';
import { methodText } from '../openapi/descriptions.ts';
import type { Schema } from '../openapi/json-schema.ts';
import { Components } from '../openapi/schemas.ts';
import { compileRoutes, type Route } from '../transcoder/compile.ts';

export interface Tool {
  /** What clients see. */
  readonly shown: {
    /** `list_transactions`. */
    readonly name: string;
    readonly description: string;
    /** Of all fields of the request, whether they are in the path, the query, a header or the body. */
    readonly inputSchema: Schema & { readonly type: 'object' };
    readonly annotations: ToolAnnotations;
  };
  readonly route: Route;
}

interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  /** Moves money, or removes something. */
  readonly destructiveHint: boolean;
  readonly openWorldHint: boolean;
}

/** The argument for the header of the same meaning. */
export const keyArgument = 'idempotencyKey';

export function compileTools(services: readonly DescService[]): Tool[] {
  const routes = compileRoutes(services).filter(({ method }) => agentOperationOf(method) !== undefined);
  return routes.map((route) => ({ shown: shownOf(route), route }));
}

function shownOf(route: Route): Tool['shown'] {
  return {
    name: nameOf(route),
    description: methodText(route.method) ?? '',
    inputSchema: inputOf(route),
    annotations: annotationsOf(route),
  };
}

/** `agentListTransactions` is `list_transactions`. */
function nameOf({ method }: Route): string {
  const own = method.localName.replace(/^agent(?=[A-Z])/, '');
  return own.replaceAll(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
}

function annotationsOf({ verb, path }: Route): ToolAnnotations {
  const isRead = verb === 'GET';
  const last = path.at(-1);
  const isPayment = last !== undefined && 'literal' in last && ['execute', 'transfer-in', 'transfer-out'].includes(last.literal);
  return { readOnlyHint: isRead, destructiveHint: isPayment || verb === 'DELETE', openWorldHint: !isRead };
}

/** The schema of the request message, with the schemas that it refers to. */
function inputOf({ method, rule, pathFields }: Route): Tool['shown']['inputSchema'] {
  const components = new Components();
  const name = String(components.refTo(method.input, 'request').$ref).slice(prefix.length);
  const { [name]: root = {}, ...others } = components.schemas;
  const properties = { ...(root.properties as Schema), ...(hasKey(rule.idempotencyKey) && { [keyArgument]: keySchema }) };
  const required = [
    ...new Set([...((root.required as string[] | undefined) ?? []), ...pathFields.map(({ jsonName }) => jsonName)]),
  ];
  const $defs = Object.keys(others).length > 0 ? { $defs: others } : {};
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }), ...$defs };
  return JSON.parse(JSON.stringify(schema).replaceAll(prefix, '#/$defs/')) as Tool['shown']['inputSchema'];
}

const prefix = '#/components/schemas/';

export const hasKey = (key: IdempotencyKey) => key !== IdempotencyKey.UNSPECIFIED;

const keySchema: Schema = {
  type: 'string',
  description: 'Repeat a call with the same key to get the response of the first call, without a second effect.',
};
