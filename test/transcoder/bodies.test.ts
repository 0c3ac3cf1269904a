// Bodies of every kind: JSON, multipart, none, and invalid ones.
import { create } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { Colour, PlaceSchema } from '../../gen/payments/test/v1/specimen_pb.ts';
import { ScanSpecimenResponseSchema } from '../../gen/payments/test/v1/specimen_reads_pb.ts';
import { openBench, prefix, specimenId } from './specimens.ts';

const path = `/specimens/${specimenId}`;
const least = { name: 'Fern', weight: 1, colour: 'RED', specimenType: 'PLANT' };
const headers = { authorization: 'all' };

const bodies: { body: string; options: InjectOptions; status: number }[] = [
  { body: 'an empty JSON body', options: json(''), status: 400 },
  { body: 'no JSON', options: json('{'), status: 400 },
  { body: 'a list', options: json('[]'), status: 400 },
  { body: 'null', options: json('null'), status: 400 },
  { body: 'text', options: { payload: 'x', headers: { 'content-type': 'text/plain' } }, status: 400 },
  { body: 'a form', options: { payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, status: 400 },
  {
    body: 'a multipart form',
    options: { payload: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    status: 400,
  },
  { body: 'JSON without a type', options: { payload: Buffer.from('{}') }, status: 400 },
  { body: 'more than 1 MiB', options: json(JSON.stringify({ name: 'x'.repeat(1024 * 1024) })), status: 400 },
  {
    body: 'JSON with a charset',
    options: { payload: JSON.stringify(least), headers: { 'content-type': 'application/json; charset=utf-8' } },
    status: 201,
  },
];

test.each(bodies)('a body that is $body answers $status', async ({ options, status }) => {
  const { app } = await openBench();

  const answer = await app.inject({
    method: 'POST',
    url: `${prefix}/specimens`,
    ...options,
    headers: { ...headers, ...options.headers },
  });

  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject(status === 400 ? { status, code: 'INVALID_INPUT' } : {});
});

test('a method without a body needs none, and an empty one of any type is harmless', async () => {
  const { app } = await openBench({ reply: () => ({ message: create(EmptySchema) }) });
  const remove = (type: string) =>
    app.inject({ method: 'DELETE', url: prefix + path, headers: { ...headers, 'content-type': type } });

  expect((await remove('application/json')).statusCode).toBe(204);
  expect((await remove('text/plain')).statusCode).toBe(204);
});

test('a form contains a file with its name and type, lists, and JSON parts', async () => {
  const { app, arrived } = await openBench({ reply: () => ({ message: create(ScanSpecimenResponseSchema, { size: 3 }) }) });

  const answer = await app.inject(
    form(['colour', 'RED'], ['tags', 'a'], ['tags', 'b'], ['place', '{"line1":"l"}'], ['other', 'x'], file('abc')),
  );

  expect(answer.statusCode).toBe(201);
  expect(arrived[0]?.request).toMatchObject({
    specimenId,
    colour: Colour.RED,
    tags: ['a', 'b'],
    place: create(PlaceSchema, { line1: 'l' }),
    file: { content: new Uint8Array(Buffer.from('abc')), fileName: 'f.png', contentType: 'image/png' },
  });
});

test('every problem of a form is reported', async () => {
  const { app } = await openBench();
  const fieldsOf = async (options: InjectOptions) =>
    (await app.inject(options)).json().details.errors.map((error: { field: string }) => error.field);

  expect(await fieldsOf(form(['colour', 'PINK'], ['place', 'x']))).toEqual(['colour', 'place', 'file']);
  expect(await fieldsOf(form(['colour', 'RED'], file('x'.repeat(1001))))).toEqual(['file']);
  expect(await fieldsOf(form(['colour', 'RED'], file('x'.repeat(2 ** 21))))).toEqual(['file']);
  expect(await fieldsOf(form(['colour', 'RED'], ['file', 'text']))).toEqual(['file']);
});

test.each([
  ['text', 'tags', Buffer.from([0x61, 0xff])],
  ['JSON', 'place', Buffer.concat([Buffer.from('{"line1":"'), Buffer.from([0xc3]), Buffer.from('"}')])],
])('%s of a form that is not UTF-8 is refused, and what stands for unknown characters is not', async (_, name, bytes) => {
  const { app } = await openBench({ reply: () => ({ message: create(ScanSpecimenResponseSchema, { size: 3 }) }) });
  const marker = '�� a valid character ��';
  const options = form(['colour', 'RED'], [name, marker], file('abc'));
  const broken = Buffer.concat(
    String(options.payload)
      .split(marker)
      .flatMap((text, at) => [...(at ? [bytes] : []), Buffer.from(text)]),
  );

  const answer = await app.inject({ ...options, payload: broken });
  const valid = await app.inject(form(['colour', 'RED'], ['tags', marker], file('abc')));

  expect(answer.json().details.errors).toEqual([{ field: name, message: 'is not valid UTF-8' }]);
  expect(valid.statusCode).toBe(201);
});

test('a JSON part may say that it is JSON', async () => {
  const { app, arrived } = await openBench({ reply: () => ({ message: create(ScanSpecimenResponseSchema, { size: 3 }) }) });
  const place = { head: 'name="place"\r\nContent-Type: application/json', text: '{"line1":"l"}' };

  const answer = await app.inject(form(['colour', 'RED'], place, file('abc')));

  expect(answer.statusCode).toBe(201);
  expect(arrived[0]?.request).toMatchObject({ place: create(PlaceSchema, { line1: 'l' }) });
});

test('a form with too many files, or with a text that is too long, is refused', async () => {
  const { app } = await openBench();

  const many = await app.inject(form(['colour', 'RED'], ...Array.from({ length: 11 }, () => file('a'))));
  const long = await app.inject(form(['colour', 'RED'], ['tags', 'x'.repeat(64 * 1024 + 1)], file('abc')));

  expect(many.json()).toMatchObject({ status: 400, message: 'The form has too many files.' });
  expect(long.json().details.errors).toEqual([{ field: 'tags', message: 'is too long' }]);
});

test('a form that is none answers 400', async () => {
  const { app } = await openBench();
  const url = `${prefix}${path}/scans`;
  const broken = { payload: '--x\r\nnonsense', headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' } };

  expect((await app.inject({ method: 'POST', url, headers, payload: {} })).statusCode).toBe(400);
  expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(400);
  expect((await app.inject({ method: 'POST', url, ...broken })).statusCode).toBe(400);
});

function json(payload: string): InjectOptions {
  return { payload, headers: { 'content-type': 'application/json' } };
}

type Part = [name: string, text: string] | { head: string; text: string };

function file(text: string): Part {
  return { head: 'name="file"; filename="f.png"\r\nContent-Type: image/png', text };
}

function form(...parts: Part[]): InjectOptions {
  const lines = parts.map((part) => (Array.isArray(part) ? { head: `name="${part[0]}"`, text: part[1] } : part));
  const payload = lines.map(({ head, text }) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`).join('');
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  return { method: 'POST', url: `${prefix}${path}/scans`, headers: { ...headers, ...type }, payload: `${payload}--x--\r\n` };
}
