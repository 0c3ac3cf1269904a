// Every field of every body: each value that violates its schema is refused, and the error names the field.
import { describe, expect, test } from 'vitest';
import { openWorld } from '../kit/any-world.ts';
import { type Break, beyondLimits, wrongTypes } from './breaks.ts';
import { withJson } from './operations.ts';
import { requestOf, send } from './requests.ts';
import { type Field, fieldsOf, variantsOf, withValue } from './schema.ts';
import { sendMany } from './several.ts';
import { makeThings } from './things.ts';

const world = await openWorld();
const things = await makeThings(world);
const mark = '"<here>"';

/** Fields that do not matter to the resource of the request. Tests of their own cover them. */
const ignoredBy: Readonly<Record<string, string>> = {
  challengeCredential: 'clientPublicKey',
  completeTwoFactorReset: 'mobile',
  verifyExternalAccountOwnership: 'signatureScheme',
  verifyPlatformExternalAccountOwnership: 'signatureScheme',
  createQuote: 'scaFactor',
  agentCreateQuote: 'scaFactor',
  executeQuote: 'scaFactor',
};

describe.each(withJson)('$name', (operation) => {
  const { json } = operation;
  const request = requestOf(operation, things);
  const ignored = ignoredBy[operation.id] ?? '';
  const checkedFields = (body: unknown) => fieldsOf(json, body).filter(({ path }) => path.split('.')[0] !== ignored);
  const bodies = variantsOf(json, request.body).map((body) => ({ body, fields: checkedFields(body) }));

  const tryOut = async (breaksOf: (field: Field) => readonly Break[], verdict = complaintAbout) => {
    const trials = new Map<string, { readonly field: Field; readonly how: string; readonly payload: string }>();
    for (const { body, fields } of bodies) {
      for (const field of fields) {
        for (const { how, text } of breaksOf(field)) {
          const payload = JSON.stringify(withValue(json, body, { keys: field.keys, value: '<here>' })).replace(mark, () => text);
          const name = `${field.path} ${JSON.stringify(field.schema)} ${text}`; // the same in every branch of a union
          if (!trials.has(name)) trials.set(name, { field, how, payload });
        }
      }
    }
    const headers = { 'content-type': 'application/json' };
    const complaints = await sendMany([...trials.values()], async ({ field, how, payload }) => {
      const complaint = verdict(await send(world, operation, { ...request, payload, headers }), field);
      return complaint && `${field.path} = ${how}: ${complaint}`;
    });
    return complaints.filter(Boolean);
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
    const trials = bodies.flatMap(({ body, fields }) =>
      fields.filter(({ isRequired }) => isRequired).map((field) => ({ body, field })),
    );

    const complaints = await sendMany(trials, async ({ body, field }) => {
      const less = withValue(json, body, { keys: field.keys, value: undefined });
      const complaint = complaintAbout(await send(world, operation, { ...request, body: less }), field);
      return complaint && `${field.path}: ${complaint}`;
    });

    expect(complaints.filter(Boolean)).toEqual([]);
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
