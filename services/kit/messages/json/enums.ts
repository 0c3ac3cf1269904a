// The wire names of enum values: the proto name without the enum's prefix, or what `(payments.rest.v1.value).name` says.
import type { DescEnum, DescEnumValue } from '@bufbuild/protobuf';
import { value as valueRule } from '../../../../gen/payments/rest/v1/rest_pb.ts';
import { optionOf } from '../options.ts';
import { MappingMistake } from './problems.ts';

export interface EnumNames {
  /** In proto order. */
  readonly all: string[];
  readonly byNumber: ReadonlyMap<number, string>;
  readonly byName: ReadonlyMap<string, number>;
}

const known = new Map<DescEnum, EnumNames>();

/** The names of an enum on the wire. UNSPECIFIED and hidden values have none. */
export function enumNames(desc: DescEnum): EnumNames {
  const found = known.get(desc);
  if (found) return found;
  const names = compile(desc);
  known.set(desc, names);
  return names;
}

function compile(desc: DescEnum): EnumNames {
  const byNumber = new Map<number, string>();
  const byName = new Map<string, number>();
  for (const value of desc.values) {
    const name = wireName(desc, value);
    if (name === undefined) continue;
    if (byName.has(name)) throw new MappingMistake(`${desc.typeName} has two values named ${name} on the wire.`);
    byNumber.set(value.number, name);
    byName.set(name, value.number);
  }
  return { all: [...byName.keys()], byNumber, byName };
}

function wireName(desc: DescEnum, value: DescEnumValue): string | undefined {
  const rule = optionOf(value, valueRule);
  if (rule?.hidden) return undefined;
  if (rule?.name) return rule.name;
  const prefix = (desc.sharedPrefix ?? `${desc.name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')}_`).toUpperCase();
  const name = value.name.startsWith(prefix) ? value.name.slice(prefix.length) : value.name;
  return value.number === 0 && name === 'UNSPECIFIED' ? undefined : name;
}
