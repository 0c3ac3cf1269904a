// Fields of a form: files, and values in text.
import type { DescField } from '@bufbuild/protobuf';
import { UploadedFileSchema } from '../../gen/payments/common/v1/upload_pb.ts';
import { compileCodec } from '../../services/kit/messages/json/compile-codec.ts';
import type { MessageRecord } from '../../services/kit/messages/json/slot.ts';
import { type ReadText, textReader } from './text.ts';

export const isFile = (field: DescField) => field.message?.typeName === UploadedFileSchema.typeName;

/** Compiles the reader of a value in text: messages are JSON. */
export function formTextReader(field: DescField): ReadText {
  const isText = !field.message || field.message.typeName === 'google.protobuf.Timestamp';
  if (isText) return textReader(field);
  const codec = compileCodec(field.message);
  return (text, problems) => codec.decode(parsed(text), problems);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not an object: the codec reports it
  }
}

/** Sets a field, or adds to a list. */
export function put(message: MessageRecord, field: DescField, value: unknown): void {
  if (field.fieldKind === 'list') (message[field.localName] as unknown[]).push(value);
  else message[field.localName] = value;
}
