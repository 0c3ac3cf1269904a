// The fields that an update changes: those of its mask or, without a mask, those that are set.
import { create, type DescMessage, isFieldSet, isMessage, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import type { FieldMask } from '@bufbuild/protobuf/wkt';

/** Proto paths. Undefined if the caller sent no mask. */
export type Mask = readonly string[] | undefined;

/** The mask of an update. An empty mask counts as absent. */
export function maskOf(updateMask: FieldMask | undefined): Mask {
  return updateMask?.paths.length ? updateMask.paths : undefined;
}

/** The part of a mask below the field `name`. */
export function maskBelow(mask: Mask, name: string): Mask {
  if (!mask || mask.includes(name)) return undefined;
  const prefix = `${name}.`;
  return mask.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
}

/**
 * The fields that an update changes, with their new values. Only lists can be emptied: a named single field that is unset does not change.
 * Without unions.
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

/** The message with only the fields that an update changes, also in nested messages. */
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
