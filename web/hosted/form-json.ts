// Creates requests from form fields, with the same rules as REST.
import type { DescMessage, JsonObject, JsonValue, MessageShape } from '@bufbuild/protobuf';
import type { Check } from '../../services/kit/messages/check.ts';
import { compileCodec } from '../../services/kit/messages/json/compile-codec.ts';
import { FieldProblems } from '../../services/kit/messages/json/problems.ts';
import { refuserOf } from '../../services/kit/messages/validate.ts';
import { listFields, numberFields } from './kyc-fields.ts';

interface Filled<D extends DescMessage> {
  readonly json: JsonObject;
  readonly checks: readonly Check[];
  /** Adds values that JSON cannot contain. */
  readonly fill?: (message: MessageShape<D>) => void;
}

/** A request from JSON. Throws INVALID_INPUT with all field errors. */
export function requestFrom<D extends DescMessage>(desc: D, { json, checks, fill }: Filled<D>): MessageShape<D> {
  const problems = new FieldProblems();
  const codec = compileCodec(desc);
  const message = (codec.decode(json, problems) ?? codec.blank()) as MessageShape<D>;
  fill?.(message);
  const refusal = refuserOf(desc, checks)(message, { problems });
  if (refusal) throw refusal;
  return message;
}

/** The values of these fields as nested objects, by the dots in their names. Undefined if all are empty. */
export function nested(names: readonly string[], values: ReadonlyMap<string, string>): JsonObject | undefined {
  const root: JsonObject = {};
  for (const name of names) {
    const text = values.get(name);
    if (text === undefined) continue;
    const steps = name.split('.');
    let place = root;
    for (const step of steps.slice(0, -1)) place = (place[step] ??= {}) as JsonObject;
    place[steps.at(-1) ?? ''] = valueOf(name, text);
  }
  return Object.keys(root).length ? root : undefined;
}

function valueOf(name: string, text: string): JsonValue {
  if (listFields.has(name)) return text.split(',');
  return numberFields.has(name) && /^\d{1,6}$/.test(text) ? Number(text) : text;
}

/** The entries below a prefix, by their names without it. */
export function below(values: ReadonlyMap<string, string>, prefix: string): Map<string, string> {
  return new Map(
    [...values].filter(([name]) => name.startsWith(prefix)).map(([name, text]) => [name.slice(prefix.length), text]),
  );
}
