// Reads options off descriptors. Slow (12 µs each), so it runs at start only.
import {
  type AnyDesc,
  type DescExtension,
  type DescMethod,
  type DescMethodUnary,
  type ExtensionValueShape,
  getOption,
  hasOption,
} from '@bufbuild/protobuf';

/** The value of an option on a descriptor, or undefined where it is not set. */
export function optionOf<Ext extends DescExtension>(desc: AnyDesc, option: Ext): ExtensionValueShape<Ext> | undefined {
  const on = [desc, option] as [never, never]; // the library ties the two by a conditional type that no wrapper can carry
  return hasOption(...on) ? (getOption(...on) as ExtensionValueShape<Ext>) : undefined;
}

/** All our methods are unary; what is not comes from third parties. */
export function isUnary(method: DescMethod): method is DescMethod & DescMethodUnary {
  return method.methodKind === 'unary';
}
