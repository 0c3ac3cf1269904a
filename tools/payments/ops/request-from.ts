// A request from JSON, as REST would read it.
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { compileCodec } from '../../../services/kit/messages/json/compile-codec.ts';
import { FieldProblems } from '../../../services/kit/messages/json/problems.ts';
import { UsageMistake } from '../failures.ts';

/** Throws a `UsageMistake` with the first field that cannot be read. */
export function requestFrom<Desc extends DescMessage>(desc: Desc, json: object): MessageShape<Desc> {
  const problems = new FieldProblems();
  const request = compileCodec(desc).decode(json, problems);
  const [first] = problems.errors;
  if (first) throw new UsageMistake(`${first.field} ${first.message}.`);
  return request as MessageShape<Desc>;
}
