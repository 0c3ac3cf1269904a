// The sources of the TypeScript client: the written ones, and those made from the protos.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DescMethod, DescService } from '@bufbuild/protobuf';
import { openApiDocument } from '../../gateway/openapi/document.ts';
import type { Schema } from '../../gateway/openapi/json-schema.ts';
import { IdempotencyKey, method as methodRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import { type Described, namesIn, operationText } from './operation-text.ts';
import { declarationOf, typeText } from './type-text.ts';

const written = join(import.meta.dirname, '../../clients/typescript');

/** Writes them to a folder, which is created. */
export function writeSources(services: readonly DescService[], out: string): void {
  const document = openApiDocument(services);
  mkdirSync(out, { recursive: true });
  cpSync(written, out, { recursive: true, filter: (file) => file !== join(written, 'rpc') }); // those are bundled
  writeFileSync(join(out, 'src/types.ts'), typesFile(document));
  writeFileSync(join(out, 'src/operations.ts'), operationsFile(document, services));
}

const schemasOf = ({ components }: Schema) => (components as { schemas: Record<string, Schema> }).schemas;

function typesFile(document: Schema): string {
  const types = Object.entries(schemasOf(document)).map(([name, schema]) => declarationOf(name, schema));
  return ['// Messages of the API. Written by `npm run client`.', ...types, webhookEvent(document)].join('\n');
}

/** Any event that a webhook carries. */
function webhookEvent(document: Schema): string {
  const bodies = Object.values(document.webhooks as Record<string, { post: Schema }>).map(({ post }) => {
    const { content } = post.requestBody as { content: Record<string, { schema: Schema }> };
    return `(${typeText(content['application/json']?.schema)})`;
  });
  return `/** The body of a webhook. */\nexport type WebhookEvent = ${bodies.join(' | ')};\n`;
}

function operationsFile(document: Schema, services: readonly DescService[]): string {
  const methods = new Map(services.flatMap((service) => service.methods).map((method) => [method.localName, method]));
  const paths = Object.entries(document.paths as Record<string, Record<string, Schema>>);
  const text = paths
    .flatMap(([path, verbs]) => Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })))
    .map((one) => operationText({ ...one, ...callOf(methods.get(String(one.operation.operationId))) }))
    .join('\n');
  const names = namesIn(text, new Set(Object.keys(schemasOf(document))));
  return [
    '// Operations of the API. Written by `npm run client`.',
    "import type { Operation } from './operation.ts';",
    `import type { ${names.join(', ')} } from './types.ts';\n`,
    text,
  ].join('\n');
}

function callOf(method: DescMethod | undefined): Pick<Described, 'rpc' | 'isKeyed'> {
  if (!method) throw new Error('Every operation of the document is an RPC.');
  const rule = optionOf(method, methodRule)?.idempotencyKey ?? IdempotencyKey.UNSPECIFIED;
  return { rpc: `${method.parent.typeName}/${method.name}`, isKeyed: rule !== IdempotencyKey.UNSPECIFIED };
}
