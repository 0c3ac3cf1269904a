// Reads options off descriptors. It decodes bytes, so it runs at start only.
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

/** The value of an option on a descriptor, or undefined where it is not set. */
export function optionOf<Ext extends DescExtension>(desc: AnyDesc, option: Ext): ExtensionValueShape<Ext> | undefined {
  const on = [desc, option] as [never, never]; // the library ties the two by a conditional type that no wrapper can carry
  if (!hasOption(...on)) return undefined;
  return (option.message ? messageIn(desc, option) : getOption(...on)) as ExtensionValueShape<Ext>;
}

/** What `getOption` gives, too; but that makes a type for a message around the option each time, which takes longer than all the rest. */
function messageIn({ proto }: AnyDesc, { number, message: type }: DescExtension & { message: DescMessage }) {
  const value = create(type);
  for (const { no, data } of proto.options?.$unknown ?? [])
    if (no === number) mergeFromBinary(type, value, new BinaryReader(data).bytes());
  return value;
}

/** All our methods are unary; what is not comes from third parties. */
export function isUnary(method: DescMethod): method is DescMethod & DescMethodUnary {
  return method.methodKind === 'unary';
}
