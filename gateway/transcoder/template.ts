// Path templates: the part of the google.api.http grammar that this API uses. Ids contain ':', so custom verbs are not supported.
import { MappingMistake } from '../../services/kit/messages/json/problems.ts';

/**
 *     Template = "/" Segment { "/" Segment } ;
 *     Segment  = LITERAL | "{" FIELD [ "=" "*" ] "}" ;
 */
export type Segment = { readonly literal: string } | { readonly field: string };

const literalShape = /^[A-Za-z0-9._~-]+$/;
const variableShape = /^\{([a-z][a-z0-9_]*)(?:=\*)?\}$/;

/** Parses a template. Throws a `MappingMistake` that names the unsupported part. */
export function parseTemplate(template: string): readonly Segment[] {
  if (!template.startsWith('/')) throw new MappingMistake(`The path '${template}' must start with a slash.`);
  const segments = template
    .slice(1)
    .split('/')
    .map((text) => parseSegment(text, template));
  const fields = segments.flatMap((segment) => ('field' in segment ? [segment.field] : []));
  const twin = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twin !== undefined) throw new MappingMistake(`The path '${template}' binds '${twin}' twice.`);
  return segments;
}

function parseSegment(text: string, template: string): Segment {
  if (literalShape.test(text)) return { literal: text };
  const field = variableShape.exec(text)?.[1];
  if (field === undefined) throw new MappingMistake(`The path '${template}' has the segment '${text}', which is not supported.`);
  return { field };
}

/** The names of the fields in the path. */
export function fieldsOf(segments: readonly Segment[]): string[] {
  return segments.flatMap((segment) => ('field' in segment ? [segment.field] : []));
}

/** The path in the router's format: `/customers/:customer_id`. */
export function toRouterPath(segments: readonly Segment[]): string {
  return segments.map((segment) => ('field' in segment ? `/:${segment.field}` : `/${segment.literal}`)).join('');
}

/** The same for all paths that match the same requests, whatever the names of their variables. */
export function shapeOf(segments: readonly Segment[]): string {
  return segments.map((segment) => ('field' in segment ? '/{}' : `/${segment.literal}`)).join('');
}
