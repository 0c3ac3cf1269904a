// JSON schemas as TypeScript types.
import type { Schema } from '../../gateway/openapi/json-schema.ts';

/** The declaration of a named schema. */
export function declarationOf(name: string, schema: Schema): string {
  return `${commentOf(schema)}export type ${name} = ${typeText(schema)};\n`;
}

/** The type of a schema. */
export function typeText(schema: Schema | undefined): string {
  if (!schema) return 'unknown';
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  const own = ownType(schema);
  const parts = [own, ...list(schema.allOf).map(typeText), alternatives(schema.oneOf), alternatives(schema.anyOf)].filter(
    (part) => part !== undefined && part !== 'unknown',
  );
  return parts.length === 0 ? 'unknown' : parts.join(' & ');
}

/** Without its alternatives. */
function ownType(schema: Schema): string | undefined {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = [schema.type].flat().filter((type) => type !== undefined);
  if (types.length === 0) return schema.properties ? objectText(schema) : undefined;
  const texts = types.map((type) => ofType(String(type), schema));
  return texts.length > 1 ? `(${texts.join(' | ')})` : texts[0];
}

function ofType(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${typeText(schema.items as Schema)})[]`;
    case 'object':
      return objectText(schema);
    default:
      return type;
  }
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema): string {
  const needed = new Set(required as string[]);
  const fields = Object.entries(properties as Record<string, Schema>).map(
    ([name, field]) => `${commentOf(field)}readonly ${JSON.stringify(name)}${needed.has(name) ? '' : '?'}: ${typeText(field)};`,
  );
  const open = additionalProperties
    ? [`readonly [name: string]: ${additionalProperties === true ? 'unknown' : typeText(additionalProperties as Schema)};`]
    : [];
  return `{ ${[...(fields.length > 0 ? [] : open), ...fields].join('\n')} }`;
}

const list = (value: unknown) => (Array.isArray(value) ? (value as Schema[]) : []);

function alternatives(schemas: unknown): string | undefined {
  const texts = list(schemas).map(typeText);
  if (texts.length === 0 || texts.includes('unknown')) return undefined;
  return `(${texts.join(' | ')})`;
}

/** The description, as a comment. */
export function commentOf({ description }: Schema): string {
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */\n` : '';
}
