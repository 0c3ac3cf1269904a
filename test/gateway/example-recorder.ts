// Records the successful calls of operations, as examples.
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import type { Example } from '../../gateway/openapi/examples.ts';
import { type Operation, operations } from '../contract/operations.ts';
import type { Rest, RestOptions } from '../kit/rest.ts';

/** Operations that have a body, in the request or in a response. */
export const shown = operations.filter(
  ({ json, takesForm, route }) => json || takesForm || route.method.output.typeName !== EmptySchema.typeName,
);

/** Calls over REST. The first answer of each status of an operation becomes its example, with the request of the first. */
export function recorder(rest: Rest): { rest: Rest; examples: ReadonlyMap<string, Example> } {
  const examples = new Map<string, Example>();
  const shapes = shown
    .map((operation) => ({ operation, shape: shapeOf(operation) }))
    .sort((one, other) => one.operation.variables.length - other.operation.variables.length); // literal segments take precedence
  const recording: Rest = async (verb, path, options = {}) => {
    const answer = await rest(verb, path, options);
    const [bare = ''] = path.split('?');
    const id = shapes.find(({ operation, shape }) => operation.verb === verb && shape.test(bare))?.operation.id;
    if (id !== undefined && answer.status < 300) {
      const { request = requestIn(options), responses = {} } = examples.get(id) ?? {};
      const known = { ...(request !== undefined && { request }), responses: { [answer.status]: answer.body, ...responses } };
      examples.set(id, known);
    }
    return answer;
  };
  return { rest: recording, examples };
}

const shapeOf = ({ path }: Operation) => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);

/** The fields of a form; a file is named as `curl` names it. */
function requestIn({ body, payload }: RestOptions): unknown {
  if (!(payload instanceof FormData)) return body;
  return Object.fromEntries([...payload].map(([name, value]) => [name, typeof value === 'string' ? value : `@${value.name}`]));
}
