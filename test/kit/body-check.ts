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

/** Statuses that every operation can answer without listing them. */
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
    const pointer = pointerTo(operations, { method, path, status });
    if (pointer === undefined)
      return status === 404 || status === 405 || isUnpublished(operations, path) ? [] : ['is not documented'];
    if (pointer === '') return body === undefined ? [] : ['has a body though the document promises none'];
    const validate = validatorOf(isDecidedOutgoing(path, body) ? outgoingPayment : pointer);
    return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** The contract documents only incoming payments as answers to decisions; the payment of an agent is outgoing. */
function isDecidedOutgoing(path: string, body: unknown): boolean {
  return /^\/transactions\/[^/]+\/(approve|reject)$/.test(path) && (body as { type?: string } | undefined)?.type === 'OUTGOING';
}

const outgoingPayment = '/components/schemas/TransactionOutgoing';

interface Operation {
  readonly verb: string;
  readonly path: string;
  readonly shape: RegExp;
  readonly responses: Readonly<Record<string, { content?: Record<string, unknown> }>>;
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

/** The location of the answer's schema; '' for an answer without a body, undefined for an undocumented one. */
function pointerTo(operations: readonly Operation[], { method, path, status }: Omit<Exchange, 'body'>): string | undefined {
  const [bare = ''] = path.split('?');
  const found = operations.find(({ verb, shape }) => verb === method.toLowerCase() && shape.test(bare));
  const response = found?.responses[status];
  if (!found || !response) return common.has(status) ? `/components/schemas/Error${status}` : undefined;
  const [type] = Object.keys(response.content ?? {});
  if (type === undefined) return '';
  const steps = ['paths', found.path, found.verb, 'responses', `${status}`, 'content', type, 'schema'];
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

const slugs = ['e.164', 'iso3166-1-alpha-2', 'us-ssn', 'ip'];
