// Every field of every body: each value that violates its schema is refused, and the error names the field.
import { describe, expect, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import { type Break, beyondLimits, wrongTypes } from './breaks.ts';
import { withJson } from './operations.ts';
import { requestOf, send } from './requests.ts';
import { type Field, fieldsOf, variantsOf, withValue } from './schema.ts';
import { makeThings } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);
const mark = '"<here>"';

describe.each(withJson)('$name', (operation) => {
  const { json } = operation;
  const request = requestOf(operation, things);
  const bodies = variantsOf(json, request.body).map((body) => ({ body, fields: fieldsOf(json, body) }));

  const tryOut = async (breaksOf: (field: Field) => readonly Break[], verdict = complaintAbout) => {
    const complaints: string[] = [];
    const tried = new Set<string>();
    for (const { body, fields } of bodies) {
      for (const field of fields) {
        for (const { how, text } of breaksOf(field)) {
          const payload = JSON.stringify(withValue(json, body, { keys: field.keys, value: '<here>' })).replace(mark, () => text);
          const trial = `${field.path} ${JSON.stringify(field.schema)} ${text}`; // the same in every branch of a union
          if (tried.has(trial)) continue;
          tried.add(trial);
          const answer = await send(world, operation, { ...request, payload, headers: { 'content-type': 'application/json' } });
          const complaint = verdict(answer, field);
          if (complaint) complaints.push(`${field.path} = ${how}: ${complaint}`);
        }
      }
    }
    return complaints;
  };

  test('a value of the wrong type is refused, and the error names the field', async () => {
    expect(await tryOut(wrongTypes)).toEqual([]);
  });

  test('a value beyond a limit is refused', async () => {
    expect(await tryOut(beyondLimits)).toEqual([]);
  });

  test('null in a required field is refused, and never causes a 5xx', async () => {
    const nothing = [{ how: 'null', text: 'null' }];
    const verdict = (answer: Answer, field: Field) => {
      if (field.isRequired || answer.status >= 500) return complaintAbout(answer, field);
      return answer.status < 400 || answer.body.code ? undefined : 'no code';
    };

    expect(await tryOut(() => nothing, verdict)).toEqual([]);
  });

  test('a missing required field is refused, and the error names it', async () => {
    const complaints: string[] = [];
    for (const { body, fields } of bodies) {
      for (const field of fields.filter(({ isRequired }) => isRequired)) {
        const less = withValue(json, body, { keys: field.keys, value: undefined });
        const answer = await send(world, operation, { ...request, body: less });
        const complaint = complaintAbout(answer, field);
        if (complaint) complaints.push(`${field.path}: ${complaint}`);
      }
    }

    expect(complaints).toEqual([]);
  });
});

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

/** Why an answer is not the refusal of this field; undefined when it is. A dedicated code or reason can stand for the field. */
function complaintAbout({ status, body }: Answer, { path }: Field): string | undefined {
  if (status !== 400) return `${status} ${JSON.stringify(body)?.slice(0, 200)}`;
  if (body.code !== 'INVALID_INPUT' || body.details?.reason !== undefined) return undefined;
  const named: string[] = (body.details?.errors ?? []).map(({ field }: { field: string }) => field);
  const isNamed = named.some((field) => field === path || field.startsWith(`${path}.`));
  return isNamed ? undefined : `names ${named.join(', ') || 'no field'}: ${body.message}`;
}
