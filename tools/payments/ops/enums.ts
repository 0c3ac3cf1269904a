// Values of enums on the command line: their names in REST.
import type { DescEnum } from '@bufbuild/protobuf';
import type { GenEnum } from '@bufbuild/protobuf/codegenv2';
import { enumNames } from '../../../services/kit/messages/json/enums.ts';
import { UsageMistake } from '../failures.ts';

export const namesOf = (desc: DescEnum): readonly string[] => enumNames(desc).all;

/** Throws a `UsageMistake` for an unknown name. */
export function enumIn<Value extends number>(desc: GenEnum<Value>, name: string): Value {
  const found = enumNames(desc).byName.get(name);
  if (found === undefined) throw new UsageMistake(`"${name}" must be one of ${namesOf(desc).join(', ')}.`);
  return found as Value;
}
