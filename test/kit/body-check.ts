// Whether an answer matches the OpenAPI document for its operation and status.
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** The problems of the answer; empty if there are none. */
export type BodyCheck = (exchange: Exchange) => string[];

/** Statuses of requests that no operation serves. */
const common = new Set([400, 401, 403, 404, 405, 429, 500, 503]);

export function bodyCheck(document: Record<string, unknown>): BodyCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  for (const slug of slugs) ajv.addFormat(slug, true); // names for machines that read field errors; their patterns stand beside them
  ajv.addSchema(document as AnySchema, 'document');
  const operations = operationsOf(document);
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };

  return ({ method, path, status, body }) => {
    const operation = operationOf(operations, { method, path });
    const pointer = pointerTo(operation, status);
    if (pointer === undefined) return !operation && isUnpublished(operations, path) ? [] : ['is not documented'];
    if (pointer === '') return body === undefined ? [] : ['has a body though the document promises none'];
    const validate = validatorOf(isDecidedOutgoing(path, body) ? outgoingPayment : pointer);
    if (validate(body)) return codeProblems(operation?.responses[status], { status, body });
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** The contract documents only incoming payments as answers to decisions; the payment of an agent is outgoing. */
function isDecidedOutgoing(path: string, body: unknown): boolean {
  return /^\/transactions\/[^/]+\/(approve|reject)$/.test(path) && (body as { type?: string } | undefined)?.type === 'OUTGOING';
}

const outgoingPayment = '/components/schemas/TransactionOutgoing';

/** The schema of an error allows all codes of its status. The description of the response lists those of the operation. */
function codeProblems(response: Response | undefined, { status, body }: Pick<Exchange, 'status' | 'body'>): string[] {
  if (!response || status < 400) return [];
  const { code } = body as { code: string };
  return response.description.includes(`- \`${code}\`:`) ? [] : [`${code} is not among the \`errors\` of the operation`];
}

interface Response {
  readonly description: string;
  readonly content?: Record<string, unknown>;
}

interface Operation {
  readonly verb: string;
  readonly path: string;
  readonly shape: RegExp;
  readonly responses: Readonly<Record<string, Response>>;
}

function operationsOf({ paths }: Record<string, unknown>): Operation[] {
  const items = Object.entries(paths as Record<string, Record<string, { responses: Operation['responses'] }>>);
  const operations = items.flatMap(([path, item]) =>
    Object.entries(item).map(([verb, { responses }]) => ({ verb, path, shape: shapeOf(path), responses })),
  );
  return operations.sort((one, other) => one.path.split('{').length - other.path.split('{').length); // literal segments take precedence
}

function shapeOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.$]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** Aliases are not part of the document. */
function isUnpublished(operations: readonly Operation[], path: string): boolean {
  const [bare = ''] = path.split('?');
  return !operations.some(({ shape }) => shape.test(bare));
}

function operationOf(
  operations: readonly Operation[],
  { method, path }: Pick<Exchange, 'method' | 'path'>,
): Operation | undefined {
  const [bare = ''] = path.split('?');
  return operations.find(({ verb, shape }) => verb === method.toLowerCase() && shape.test(bare));
}

/** The location of the answer's schema; '' for an answer without a body, undefined for an undocumented one. */
function pointerTo(operation: Operation | undefined, status: number): string | undefined {
  if (!operation) return common.has(status) ? `/components/schemas/Error${status}` : undefined;
  const response = operation.responses[status];
  if (!response) return undefined;
  const [type] = Object.keys(response.content ?? {});
  if (type === undefined) return '';
  const steps = ['paths', operation.path, operation.verb, 'responses', `${status}`, 'content', type, 'schema'];
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

const slugs = ['e.164', 'iso3166-1-alpha-2', 'us-ssn', 'ip'];
