// Reads options from descriptors.
import {
  type AnyDesc,
  create,
  type DescExtension,
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  type ExtensionValueShape,
  getOption,
  hasOption,
  mergeFromBinary,
} from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';

/** The value of an option on a descriptor, or undefined if it is not set. Callers share it. */
export function optionOf<Ext extends DescExtension>(desc: AnyDesc, option: Ext): ExtensionValueShape<Ext> | undefined {
  const known = values.get(option) ?? new WeakMap<AnyDesc, unknown>();
  values.set(option, known);
  if (!known.has(desc)) known.set(desc, decoded(desc, option));
  return known.get(desc) as ExtensionValueShape<Ext> | undefined;
}

/** Each door asks for the same options of each method, and decoding takes longer than finding. */
const values = new WeakMap<DescExtension, WeakMap<AnyDesc, unknown>>();

function decoded(desc: AnyDesc, option: DescExtension): unknown {
  const on = [desc, option] as [never, never]; // the library ties the two with a conditional type that a wrapper cannot express
  if (!hasOption(...on)) return undefined;
  return option.message ? messageIn(desc, option) : getOption(...on);
}

/** Equivalent to `getOption`, which creates a message type around the option in each call and is much slower. */
function messageIn({ proto }: AnyDesc, { number, message: type }: DescExtension & { message: DescMessage }) {
  const value = create(type);
  for (const { no, data } of proto.options?.$unknown ?? [])
    if (no === number) mergeFromBinary(type, value, new BinaryReader(data).bytes());
  return value;
}

/** All our methods are unary. Others come from third parties. */
export function isUnary(method: DescMethod): method is DescMethod & DescMethodUnary {
  return method.methodKind === 'unary';
}
