// The operations that platforms and agents can call over REST, and their fields.
import type { DescField, DescMessage, DescMethodUnary } from '@bufbuild/protobuf';
import { compileRoutes } from '../../gateway/transcoder/compile.ts';
import { services } from '../../services/all.ts';

export function publishedMethods(): DescMethodUnary[] {
  return compileRoutes(services.flatMap(({ serves }) => serves.map(({ desc }) => desc))).map(({ method }) => method);
}

/** The fields of a message, and of all messages in it. */
export function fieldsBelow(message: DescMessage, seen = new Set<DescMessage>()): DescField[] {
  if (seen.has(message)) return [];
  seen.add(message);
  return message.fields.flatMap((field) => [field, ...(field.message ? fieldsBelow(field.message, seen) : [])]);
}
