// What a browser sends of the hosted page: texts and files by the names of their fields.
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

export interface Form {
  /** Without those that are empty. Several values of one field stand with commas between them. */
  readonly values: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, FormFile>;
}

export interface FormFile {
  readonly fileName: string;
  readonly contentType: string;
  /** Undefined for a file that is too large. */
  readonly content: Uint8Array | undefined;
}

const fileMaxBytes = 10 * 1024 * 1024;
const limits = { fileSize: fileMaxBytes + 1, fields: 300, files: 10, parts: 320, fieldSize: 64 * 1024, headerPairs: 50 };

/** Reads a form of either kind; nothing at all is an empty one. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  const values = new Map<string, string>();
  const files = new Map<string, FormFile>();
  const put = (name: string, value: string) => {
    const text = value.trim();
    if (text !== '') values.set(name, values.has(name) ? `${values.get(name)},${text}` : text);
  };
  if (!request.isMultipart()) {
    const body = typeof request.body === 'string' ? request.body : '';
    for (const [name, value] of new URLSearchParams(body)) put(name, value);
    return { values, files };
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') put(part.fieldname, String(part.value));
    else if (part.filename) files.set(part.fieldname, await readFile(part));
    else part.file.resume();
  }
  return { values, files };
}

async function readFile({ file, filename, mimetype }: MultipartFile): Promise<FormFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  return {
    fileName: filename,
    contentType: mimetype,
    content: content.length > fileMaxBytes || file.truncated ? undefined : new Uint8Array(content),
  };
}
