// Reads the form of the hosted page: texts and files by field name.
import type { IncomingMessage } from 'node:http';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import type { HeldMemory } from '../../services/kit/messages/held-memory.ts';
import { declaredBytesOf, readBody } from '../../services/kit/messages/request-body.ts';
import { countryCode } from './countries.ts';
import type { FormFile } from './form-file.ts';
import { type KeptFile, keptFile } from './kept-files.ts';
import { isCountryField, isFileField } from './kyc-fields.ts';

export interface Form {
  /** Without empty values. Several values of a field are separated by commas. */
  readonly values: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FormFile>;
  /** Files that were sent with an earlier form, by field name. */
  readonly kept: ReadonlyMap<string, KeptFile>;
}

const fileMaxBytes = 10 * 1024 * 1024;
/** For all files of a form, which stay in memory until they are saved. */
const filesMaxBytes = 10 * fileMaxBytes;
/** An unused file input is a part too, so there is one per owner with missing documents. */
const limits = { fileSize: fileMaxBytes + 1, fields: 3000, files: 500, parts: 3500, fieldSize: 4 * 1024, headerPairs: 50 };

/** Reads a form without files as text. */
export async function readTyped({ held }: FastifyRequest, source: IncomingMessage): Promise<string> {
  if (!held) throw unread();
  const declaredBytes = declaredBytesOf(source);
  return (await readBody(source, { declaredBytes, bytesMax: typedBytesMax, tooLarge: unread, held })).toString();
}

const typedBytesMax = 1024 * 1024;
const unread = () => fail(ErrorCode.INVALID_INPUT, 'The form cannot be read. Go back and try again.');

/** Reads a form of either encoding. No body counts as an empty form. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  const { held } = request;
  const values = new Map<string, string>();
  const files = new Map<string, FormFile>();
  const kept = new Map<string, KeptFile>();
  const put = (name: string, value: string) => {
    const text = isCountryField(name) ? countryCode(value.trim()) : value.trim();
    const file = isFileField(name) ? keptFile(text) : undefined;
    if (file) kept.set(name, file);
    else if (text !== '') values.set(name, values.has(name) ? `${values.get(name)},${text}` : text);
  };
  if (!request.isMultipart()) {
    const body = typeof request.body === 'string' ? request.body : '';
    for (const [name, value] of new URLSearchParams(body)) put(name, value);
    return { values, files, kept };
  }
  let roomBytes = filesMaxBytes;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') put(part.fieldname, String(part.value));
    else if (part.filename) {
      const file = await readFile(part, { roomBytes, held });
      roomBytes -= file.content?.length ?? 0;
      files.set(part.fieldname, file);
    } else part.file.resume();
  }
  return { values, files, kept };
}

interface Room {
  /** Left for the files of the form. */
  readonly roomBytes: number;
  readonly held: HeldMemory | undefined;
}

/** Reads to the end of the file, and discards a file that is too large. */
async function readFile({ file, filename, mimetype }: MultipartFile, { roomBytes, held }: Room): Promise<FormFile> {
  const maxBytes = Math.min(fileMaxBytes, roomBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes <= maxBytes) held?.add(chunk.length);
    if (bytes <= maxBytes) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  const told = { fileName: filename, contentType: mimetype };
  if (bytes <= maxBytes) return { ...told, content: new Uint8Array(Buffer.concat(chunks)) };
  return { ...told, content: undefined, problem: bytes > fileMaxBytes ? tooLarge : tooMuch };
}

const tooLarge = 'The file must not be larger than 10 MB.';
const tooMuch = 'The files together must not be larger than 100 MB. Choose this one again.';
