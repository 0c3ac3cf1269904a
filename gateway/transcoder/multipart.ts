// Reads a request message from a multipart form: files as bytes, all other parts as text.
import { isUtf8 } from 'node:buffer';
import { create, type DescField, type Message } from '@bufbuild/protobuf';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { UploadedFileSchema } from '../../gen/payments/common/v1/upload_pb.ts';
import { field as fieldRule } from '../../gen/payments/rest/v1/rest_pb.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import type { HeldMemory } from '../../services/kit/messages/held-memory.ts';
import { FieldProblems, MappingMistake } from '../../services/kit/messages/json/problems.ts';
import type { MessageRecord } from '../../services/kit/messages/json/slot.ts';
import { handedOverBytesMax, handOver, partsMethodOf, type SendPart } from '../../services/kit/messages/large-file.ts';
import { optionOf } from '../../services/kit/messages/options.ts';
import type { Route } from './compile.ts';
import { formTextReader, isFile, put } from './form-fields.ts';
import { type Arrival, compileRest, type Read } from './request.ts';
import { wrongType } from './server.ts';
import type { ReadText } from './text.ts';

const fileMaxBytes = 10 * 1024 * 1024;
const textMaxBytes = 64 * 1024;
const filesMax = 10;
const countLimits = { parts: 110, headerPairs: 50 };
/** Texts are read as bytes too, because the parser would replace invalid UTF-8. */
const isFilePart = () => true;

interface Reading {
  readonly problems: FieldProblems;
  readonly forward: SendPart;
  readonly held: HeldMemory;
}

type ReadPart = (part: MultipartFile, reading: Reading) => Promise<unknown>;

/** Compiles the reader of a route's forms. Unknown parts are ignored, like unknown keys of a body. */
export function compileForm(route: Route): (request: FastifyRequest, forward: SendPart) => Promise<Read> {
  const elsewhere = new Set([...route.pathFields, ...route.headerFields.map(({ field }) => field)]);
  const fields = route.method.input.fields.filter((field) => !elsewhere.has(field));
  const readers = new Map(fields.map((field) => [field.jsonName, { field, read: partReader(field) }]));
  const fileSize = Math.max(textMaxBytes, ...fields.filter(isFile).map(maxBytesOf)) + 1; // one more byte shows that it is too large
  const limits = { ...countLimits, fileSize };
  const finish = compileRest(route);

  return async (request, forward) => {
    const { held } = request;
    if (!request.isMultipart() || !held) throw wrongType('multipart/form-data');
    const message = create(route.method.input) as Message & MessageRecord;
    const problems = new FieldProblems();
    let files = 0;
    for await (const part of readable(request.parts({ limits, isPartAFile: isFilePart }) as AsyncIterable<MultipartFile>)) {
      if (!isText(part) && ++files > filesMax) throw fail(ErrorCode.INVALID_INPUT, 'The form has too many files.');
      const reader = readers.get(part.fieldname);
      if (!reader) problems.noteUnknown(part.fieldname, [...readers.keys()]);
      problems.enter(part.fieldname);
      const value = reader ? await reader.read(part, { problems, forward, held }) : await skip(part);
      problems.leave();
      if (reader && value !== undefined) put(message, reader.field, value);
    }
    return finish(message, request as Arrival, problems);
  };
}

/** Errors of the form parser are untyped. They are the sender's mistake, unless the framework says otherwise. */
async function* readable<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw fail(ErrorCode.INVALID_INPUT, 'The form cannot be read.');
  }
}

function partReader(field: DescField): ReadPart {
  if (field.fieldKind === 'map' || field.oneof) throw new MappingMistake(`'${field.name}' cannot be a part of a form.`);
  if (isFile(field)) return fileReader(field);
  return textPartReader(formTextReader(field));
}

function textPartReader(read: ReadText): ReadPart {
  return async (part, { problems, held }) => {
    if (!isText(part)) return refuse(part, problems, 'must be text, not a file');
    const whole = await wholeOf(counted(part, held, textMaxBytes), textMaxBytes);
    if (!whole) return problems.refuse('is too long');
    const bytes = Buffer.from(whole.content);
    return isUtf8(bytes) ? read(bytes.toString(), problems) : problems.refuse('is not valid UTF-8');
  };
}

const isText = ({ filename, mimetype }: MultipartFile) => filename === undefined && mimetype !== 'application/octet-stream';

/** `limits.max_length` of the field, by default 10 MiB. */
const maxBytesOf = (field: DescField) => optionOf(field, fieldRule)?.limits?.maxLength || fileMaxBytes;

/** Keeps a file in memory up to its limit, or forwards it in parts. */
function fileReader(field: DescField): ReadPart {
  const maxBytes = maxBytesOf(field);
  const method = partsMethodOf(field);
  return async (part, { problems, forward, held }) => {
    if (isText(part)) return refuse(part, problems, 'must be a file');
    const file = counted(part, held, method ? handedOverBytesMax : maxBytes);
    const handed = method ? await handOver(file, { method, maxBytes }, forward) : await wholeOf(file, maxBytes);
    if (!handed) return problems.refuse(`must be at most ${maxBytes} bytes`);
    return create(UploadedFileSchema, { ...handed, fileName: part.filename, contentType: part.mimetype });
  };
}

/** The bytes of a part. Counts at most `bytesMax`: no more of them are in memory at once. */
async function* counted({ file }: MultipartFile, held: HeldMemory, bytesMax: number): AsyncGenerator<Buffer> {
  let left = bytesMax;
  for await (const chunk of readable(file as AsyncIterable<Buffer>)) {
    const bytes = Math.min(left, chunk.length);
    held.add(bytes);
    left -= bytes;
    yield chunk;
  }
}

/** The whole file. Undefined if it is too large: the rest is read and dropped, so that the form continues. */
async function wholeOf(file: AsyncIterable<Buffer>, maxBytes: number): Promise<{ content: Uint8Array } | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size <= maxBytes ? { content: new Uint8Array(Buffer.concat(chunks)) } : undefined;
}

async function refuse(part: MultipartFile, problems: FieldProblems, message: string): Promise<undefined> {
  await skip(part);
  return problems.refuse(message);
}

async function skip(part: MultipartFile): Promise<undefined> {
  for await (const _ of readable(part.file)) continue;
}
