// What an update names: the fields of its mask or, from a caller who sends none, the fields that are filled.
import { create, type DescMessage, isFieldSet, isMessage, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import type { FieldMask } from '@bufbuild/protobuf/wkt';

/** Paths of proto names with dots; undefined when the caller sent no mask. */
export type Mask = readonly string[] | undefined;

/** The mask of an update. An empty one is none. */
export function maskOf(updateMask: FieldMask | undefined): Mask {
  return updateMask?.paths.length ? updateMask.paths : undefined;
}

/** The part of a mask that is about the message in the field `name`. */
export function maskBelow(mask: Mask, name: string): Mask {
  if (!mask || mask.includes(name)) return undefined;
  const prefix = `${name}.`;
  return mask.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
}

/**
 * The fields that an update names, with their new values. Only a list can be emptied: a single field that is named and not filled
 * stays as it was. Unions are not among them.
 */
export function namedFields<D extends DescMessage>(desc: D, message: MessageShape<D>, mask: Mask): NamedFields<D> {
  const values = message as unknown as Record<string, unknown>;
  const named = desc.fields.filter((field) => {
    if (field.oneof) return false;
    if (!mask) return isFieldSet(message, field);
    const isNamed = mask.some((path) => path === field.name || path.startsWith(`${field.name}.`));
    return isNamed && (field.fieldKind === 'list' || isFieldSet(message, field));
  });
  return Object.fromEntries(named.map(({ localName }) => [localName, values[localName]])) as NamedFields<D>;
}

/** The message with nothing in it but the fields that an update names, in messages within as well. */
export function narrowed<D extends DescMessage>(desc: D, message: MessageShape<D>, mask: Mask): MessageShape<D> {
  if (!mask) return message;
  const named: Record<string, unknown> = namedFields(desc, message, mask);
  for (const { fieldKind, message: type, name, localName } of desc.fields) {
    const value = named[localName];
    if (fieldKind === 'message' && isMessage(value, type)) named[localName] = narrowed(type, value, maskBelow(mask, name));
  }
  return create(desc, named as MessageInitShape<D>);
}

export type NamedFields<D extends DescMessage> = Partial<Omit<MessageShape<D>, '$typeName' | '$unknown'>>;
