// The OpenAPI 3.1 document of the REST contract, derived from the same descriptors as the routes.
import type { DescMessage, DescService } from '@bufbuild/protobuf';
import { webhook as webhookOption } from '../../gen/payments/rest/v1/rest_pb.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import { compileRoutes, type Route } from '../transcoder/compile.ts';
import { described, messageText } from './descriptions.ts';
import { addErrorSchemas } from './errors.ts';
import { examples } from './examples.ts';
import type { Schema } from './json-schema.ts';
import { operationOf } from './operations.ts';
import { Components } from './schemas.ts';

export const apiVersion = '2025-10-13';

const description = `Authenticate with the client id and secret of an API token (Basic). Amounts are integers in the smallest unit of their
currency; times are in UTC (RFC 3339).

Unknown fields and query parameters are ignored, and named in the \`Warning\` header of the response. With \`Service-Strict: true\` they
are refused with 400.

With \`Dry-Run: true\` a request that writes answers what would happen, and changes nothing.

Programs read the \`code\` of an error. Its \`Link\` header leads to the meaning of the code, and \`Service-Next-Step\` says what to do, if that does not depend on the case.`;

/** The document for the given services. */
export function openApiDocument(services: readonly DescService[]): Schema {
  const components = new Components();
  addErrorSchemas(components);
  const routes = compileRoutes(services).filter(isPublished);
  return {
    openapi: '3.1.0',
    info: { title: 'Payments platform', version: apiVersion, description },
    servers: [{ url: `/${apiVersion}` }],
    security: [{ BasicAuth: [] }],
    paths: pathsOf(routes, components),
    webhooks: webhooksOf(services, components),
    components: {
      schemas: components.schemas,
      securitySchemes: {
        BasicAuth: { type: 'http', scheme: 'basic' },
        AgentAuth: { type: 'http', scheme: 'bearer' },
        WebhookSignature: { type: 'apiKey', in: 'header', name: 'X-Service-Signature' },
      },
    },
  };
}

/** Aliases in `also` work, but are not part of the contract. */
function isPublished({ rule, verb, path }: Route): boolean {
  const shape = path.map((segment) => ('literal' in segment ? segment.literal : '*')).join('/');
  return !rule.also.some((alias) => alias.replace(/\{[^}]*\}/g, '*') === `${verb} /${shape}`);
}

function pathsOf(routes: readonly Route[], components: Components): Schema {
  const paths: Record<string, Schema> = {};
  for (const route of routes) {
    const { path, operation } = operationOf(route, components);
    paths[path] = { ...paths[path], [route.verb.toLowerCase()]: operation };
  }
  return paths;
}

function webhooksOf(services: readonly DescService[], components: Components): Schema {
  const files = [...new Set(services.flatMap(({ file }) => [file, ...file.dependencies]))];
  const messages = files.flatMap((file) => file.messages);
  const webhooks = messages.flatMap((message) => webhookOf(message, components));
  return Object.fromEntries(webhooks);
}

function webhookOf(message: DescMessage, components: Components): [string, Schema][] {
  const rule = optionOf(message, webhookOption);
  if (!rule) return [];
  const { $ref } = components.refTo(message, 'response');
  const ofTypes = { properties: { type: { enum: [...rule.types] } } };
  const operationId = `${message.name[0]?.toLowerCase()}${message.name.slice(1)}`;
  const example = examples[operationId]?.request;
  const content = { 'application/json': { schema: { allOf: [{ $ref }, ofTypes] }, ...(example !== undefined && { example }) } };
  const post = {
    operationId,
    summary: rule.types.join(', '),
    ...described(messageText(message)),
    tags: ['Webhooks'],
    security: [{ WebhookSignature: [] }],
    requestBody: { required: true, content },
    responses: { 200: { description: 'Accepted.' }, 409: { description: 'Already received.' } },
  };
  return [[rule.name, { post }]];
}
