// Fills a message from a form. Files that are too large for one message are sent in parts before the call.
import { create, type DescField, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import type { Route } from '../../../gateway/transcoder/compile.ts';
import { formTextReader, isFile, put } from '../../../gateway/transcoder/form-fields.ts';
import { UploadedFileSchema } from '../../../gen/payments/common/v1/upload_pb.ts';
import type { FieldProblems } from '../../../services/kit/messages/json/problems.ts';
import type { MessageRecord } from '../../../services/kit/messages/json/slot.ts';
import { handOverInParts, partBytes, partsMethodOf } from '../../../services/kit/messages/large-file.ts';

export type SendPart = (method: DescMethodUnary, message: Message) => Promise<unknown>;

interface Reading {
  readonly problems: FieldProblems;
  readonly sendPart: SendPart;
}

type ReadEntry = (entry: FormDataEntryValue, reading: Reading) => unknown;

export function compileForm(route: Route): (message: MessageRecord, form: FormData, reading: Reading) => Promise<void> {
  const readers = new Map(
    route.method.input.fields.map((field) => [
      field.jsonName,
      { field, read: isFile(field) ? fileReader(field) : textReader(field) },
    ]),
  );
  return async (message, form, reading) => {
    for (const [name, entry] of form) {
      const reader = readers.get(name);
      if (!reader) {
        reading.problems.noteUnknown(name, [...readers.keys()]);
        continue;
      }
      reading.problems.enter(name);
      const value = await reader.read(entry, reading);
      reading.problems.leave();
      if (value !== undefined) put(message, reader.field, value);
    }
  };
}

function textReader(field: DescField): ReadEntry {
  const read = formTextReader(field);
  return (entry, { problems }) =>
    typeof entry === 'string' ? read(entry, problems) : problems.refuse('must be text, not a file');
}

function fileReader(field: DescField): ReadEntry {
  const method = partsMethodOf(field);
  return async (entry, { problems, sendPart }) => {
    if (typeof entry === 'string') return problems.refuse('must be a file');
    const bytes = new Uint8Array(await entry.arrayBuffer());
    const names = { fileName: entry.name, contentType: entry.type };
    if (!method || bytes.length <= partBytes) return create(UploadedFileSchema, { content: bytes, ...names });
    const uploadId = await handOverInParts(bytes, (part) => sendPart(method, part));
    return create(UploadedFileSchema, { uploadId, bytes: BigInt(bytes.length), ...names });
  };
}
