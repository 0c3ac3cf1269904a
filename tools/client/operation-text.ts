// Operations of the OpenAPI document as values of the TypeScript client.
import type { Schema } from '../../gateway/openapi/json-schema.ts';
import { commentOf, typeText } from './type-text.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** `isKeyed`: whether the operation honours an idempotency key, declared or not. */
export interface Described {
  readonly path: string;
  readonly verb: string;
  readonly operation: Schema;
  /** `payments.customers.v1.CustomerService/GetCustomer` */
  readonly rpc: string;
  readonly isKeyed: boolean;
}

export function operationText({ path, verb, operation, rpc, isKeyed }: Described): string {
  const name = String(operation.operationId);
  const value = { verb: verb.toUpperCase(), path, rpc, ...(isKeyed && { isKeyed }) };
  const type = `Operation<${inputText(operation)}, ${outputText(operation)}>`;
  return `${commentOf(operation)}export const ${name}: ${type} = ${JSON.stringify(value)};\n`;
}

/** The names of types that a text uses. */
export function namesIn(text: string, known: ReadonlySet<string>): string[] {
  return [...new Set(text.match(/\b[A-Z]\w*/g) ?? [])].filter((name) => known.has(name));
}

function inputText({ parameters, requestBody }: Schema): string {
  const all = (parameters ?? []) as Parameter[];
  const groups = [
    groupText(
      'path',
      all.filter((one) => one.in === 'path'),
    ),
    groupText(
      'query',
      all.filter((one) => one.in === 'query'),
    ),
    groupText(
      'headers',
      all.filter((one) => one.in === 'header' && one.name !== 'Idempotency-Key'),
    ), // the client makes it
    bodyText(requestBody as Schema | undefined),
  ];
  return `{ ${groups.filter(Boolean).join(' ')} }`;
}

function groupText(name: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const fields = parameters.map(
    (one) => `readonly ${JSON.stringify(one.name)}${one.required ? '' : '?'}: ${typeText(one.schema)};`,
  );
  const isRequired = parameters.some(({ required }) => required);
  return `readonly ${name}${isRequired ? '' : '?'}: { ${fields.join(' ')} };`;
}

function bodyText(body: Schema | undefined): string {
  if (!body) return '';
  const content = body.content as Record<string, { schema: Schema }>;
  const type = content['application/json'] ? typeText(content['application/json'].schema) : 'FormData';
  return `readonly body${body.required ? '' : '?'}: ${type};`;
}

/** Of every success. */
function outputText({ responses }: Schema): string {
  const successes = Object.entries(responses as Record<string, Schema>).filter(([status]) => status.startsWith('2'));
  const texts = successes.map(([, { content }]) => {
    const json = (content as Record<string, { schema: Schema }> | undefined)?.['application/json'];
    return json ? typeText(json.schema) : 'undefined';
  });
  return [...new Set(texts)].join(' | ');
}
