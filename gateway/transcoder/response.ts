// Converts the reply of a route to a status and a JSON body.
import type { DescMessage, DescMethodUnary, DescOneof } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { field as fieldRule, union as unionRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { compileCodec } from '../../services/kit/messages/json/compile-codec.ts';
import { MappingMistake } from '../../services/kit/messages/json/problems.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import type { Route } from './compile.ts';

export interface Answer {
  readonly status: number;
  /** Both are absent for a response without content. */
  readonly body?: string;
  /** The body as `JSON.stringify` receives it: absent keys may be undefined, decimals are raw JSON. */
  readonly json?: object;
}

export type Write = (message: object) => Answer;

/** Compiles the writer of a route's replies. */
export function compileResponse({ method, rule }: Route): Write {
  const outcome = outcomeOf(method);
  return outcome ? outcomeWriter(outcome) : writer(method.output, rule.status);
}

/** The success statuses of a method, each with the message of its body. */
export function successesOf({ method, rule }: Pick<Route, 'method' | 'rule'>): { status: number; message: DescMessage }[] {
  const outcome = outcomeOf(method);
  if (!outcome) return [{ status: rule.status || (isEmpty(method.output) ? 204 : 200), message: method.output }];
  return outcome.fields.map((field) => memberOf(field));
}

function writer(desc: DescMessage, status: number): Write {
  if (isEmpty(desc)) {
    const answer = { status: status || 204 };
    return () => answer;
  }
  const codec = compileCodec(desc);
  return (message) => {
    const json = codec.encode(message);
    return { status: status || 200, body: JSON.stringify(json), json };
  };
}

function outcomeWriter(outcome: DescOneof): Write {
  const writers = new Map(
    outcome.fields.map((field) => {
      const { status, message } = memberOf(field);
      return [field.localName, writer(message, status)];
    }),
  );
  return (message) => {
    const chosen = (message as Record<string, unknown>)[outcome.localName] as { case?: string; value?: object };
    const write = writers.get(chosen.case ?? '');
    if (!write || !chosen.value) throw new Error(`${outcome.parent.typeName} has no outcome.`);
    return write(chosen.value);
  };
}

/** A response that consists of a oneof without a union rule is an outcome. */
function outcomeOf({ output }: DescMethodUnary): DescOneof | undefined {
  const [only, ...others] = output.members;
  if (only?.kind !== 'oneof' || others.length || optionOf(only, unionRule)) return undefined;
  return only;
}

function memberOf(field: DescOneof['fields'][number]): { status: number; message: DescMessage } {
  const status = optionOf(field, fieldRule)?.status;
  if (!status || !field.message) {
    throw new MappingMistake(`${field.parent.typeName}.${field.name} is an outcome: it must be a message and name its status.`);
  }
  return { status, message: field.message };
}

const isEmpty = (desc: DescMessage) => desc.typeName === EmptySchema.typeName;
