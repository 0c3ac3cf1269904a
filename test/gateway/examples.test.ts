// The examples of the OpenAPI document: recorded answers of the platform to requests that succeed. `npm run examples` writes them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examples as written } from '../../gateway/openapi/examples.ts';
import { startWorld } from '../kit/platform.ts';
import { servedCheck, servedDocument } from '../kit/served.ts';
import { shapeOf } from '../kit/shape.ts';
import { exampleCalls } from './example-calls.ts';
import { shown } from './example-recorder.ts';
import { kept } from './example-shapes.ts';

const file = join(import.meta.dirname, '../../gateway/openapi/examples.json');
const { paths, webhooks } = servedDocument() as unknown as Described;
const posts = Object.values(webhooks).map(({ post }) => ({ id: post.operationId, types: post.summary.split(', ') }));

const isWriting = process.env.EXAMPLES === 'write';
const { examples: called, webhooks: sent } = await exampleCalls(await startWorld());

test.runIf(isWriting)('the examples are written', () => {
  const sentOf = (types: readonly string[]) => sent.filter(({ type }) => types.includes(type));

  const ofOperations = shown.map(({ id }) => [id, kept(written[id], [called.get(id)])] as const);
  const ofWebhooks = posts.map(({ id, types }) => {
    const candidates = sentOf(types).map((request) => ({ request, responses: {} }));
    return [id, kept(written[id], candidates)] as const;
  });
  const all = [...ofOperations, ...ofWebhooks];

  expect(all.filter(([, example]) => !example)).toEqual([]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(all)));
});

test.skipIf(isWriting)('every operation with a body and every webhook has an example, and nothing else', () => {
  const ids = [...shown, ...posts].map(({ id }) => id);

  expect(Object.keys(written).toSorted(), 'run npm run examples').toEqual(ids.toSorted());
});

test.each(isWriting ? [] : shown)('the examples of $name are what the platform answers', ({ id }) => {
  expect(shapeOf(written[id]), 'run npm run examples').toEqual(shapeOf(called.get(id)));
});

test.each(isWriting ? [] : posts)('the example of $id is what the platform sends', ({ id, types }) => {
  const shapes = sent.filter(({ type }) => types.includes(type)).map(shapeOf);

  expect(shapes, 'run npm run examples').toContainEqual(shapeOf(written[id]?.request));
});

test.each(shown)('the examples of $name are in the document, and valid', ({ id, json, takesForm, verb, path }) => {
  const described = paths[path]?.[verb.toLowerCase()];
  const { request, responses = {} } = written[id] ?? {};
  const check = ([status, body]: [string, unknown]) => servedCheck()({ method: verb, path, status: Number(status), body });

  const inRequest = Object.values(described?.requestBody?.content ?? {}).map(({ example }) => example);
  const inResponses = Object.keys(responses).map(
    (status) => described?.responses[status]?.content?.['application/json']?.example,
  );

  expect(inRequest).toEqual(json || takesForm ? [request] : []);
  expect(inResponses).toEqual(Object.values(responses));
  expect(Object.entries(responses).flatMap(check)).toEqual([]);
});

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Call>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly operationId: string; readonly summary: string } }>>;
}

interface Call {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly example?: unknown }>>;
