// Saves a document of the hosted page: a new one, or a replacement.
import { create } from '@bufbuild/protobuf';
import { type UploadedFile, UploadedFileSchema } from '../../gen/payments/common/v1/upload_pb.ts';
import {
  DocumentService,
  ReplaceDocumentRequestSchema,
  UploadDocumentRequestSchema,
} from '../../gen/payments/customers/v1/document_pb.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { handOver, type SendPart } from '../../services/kit/messages/large-file.ts';
import type { FormFile } from './form-file.ts';
import { below, nested, requestFrom } from './form-json.ts';
import { type KeptFile, keepFile } from './kept-files.ts';
import { knownOf, type RequiredDocument } from './kyc-documents.ts';
import { WrongFields } from './page-problems.ts';
import type { Saving } from './saving.ts';

/** Whether there was a document. Without a file there is none, unless other fields were filled in. */
export async function saveDocument(saving: Saving, required: RequiredDocument): Promise<boolean> {
  const { form } = saving;
  const fileField = fileFieldOf(required);
  const values = below(form.values, required.prefix);
  const chosen = form.files.get(fileField);
  const kept = form.kept.get(fileField);
  if (!chosen && !kept && !isBegun(values, required, saving)) return false;
  const missing = missingIn(saving, required, values);
  if (chosen && !chosen.content) missing.push([fileField, chosen.problem ?? chooseFile]);
  if (!chosen && !kept) missing.push([fileField, chooseFile]);
  if (missing.length) throw new WrongFields(missing);
  const file = chosen?.content ? await handedOver({ ...chosen, content: chosen.content }, saving) : kept && toFile(kept);
  if (file) await write(saving, required, file);
  return file !== undefined;
}

/** The file of a document that was not saved, stored for the next form. Undefined if there is none. */
export async function keepChosen(saving: Saving, required: RequiredDocument): Promise<KeptFile | undefined> {
  const chosen = saving.form.files.get(fileFieldOf(required));
  if (chosen?.content) return keepFile({ ...chosen, content: chosen.content }, saving);
  return saving.form.kept.get(fileFieldOf(required));
}

export const fileFieldOf = ({ prefix }: RequiredDocument) => `${prefix}file`;

const chooseFile = 'Choose a file.';

/** Prefilled values do not count. */
function isBegun(values: ReadonlyMap<string, string>, required: RequiredDocument, { view }: Saving): boolean {
  const known = new Map(knownOf(required, view));
  return [...values].some(([name, text]) => name !== 'documentType' && known.get(required.prefix + name) !== text);
}

/** Outside the sandbox an identity document requires its number and issuer. */
function missingIn(
  { view }: Saving,
  { isIdentity, prefix, fields }: RequiredDocument,
  values: ReadonlyMap<string, string>,
): [string, string][] {
  if (!isIdentity || view.isLenient) return [];
  return fields
    .filter(({ name }) => /\.(documentNumber|issuingAuthority)$/.test(name) && !values.has(name.slice(prefix.length)))
    .map(({ name, label }) => [name, `${label} is required.`]);
}

const maxBytes = 10 * 1024 * 1024;

async function handedOver(
  { content, fileName, contentType }: FormFile & { readonly content: Uint8Array },
  { dispatch, call }: Saving,
): Promise<UploadedFile> {
  const send: SendPart = (method, part) => dispatch(method, part, call);
  const handed = await handOver(whole(content), { method: DocumentService.method.keepDocumentPart, maxBytes }, send);
  return create(UploadedFileSchema, { ...handed, fileName, contentType });
}

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

function toFile({ uploadId, bytes, fileName, contentType }: KeptFile): UploadedFile {
  return create(UploadedFileSchema, { uploadId, bytes: BigInt(bytes), fileName, contentType });
}

async function write({ form, dispatch, checks, call }: Saving, required: RequiredDocument, file: UploadedFile): Promise<void> {
  const { prefix, holder, replaced, fields } = required;
  const names = fields.map(({ name }) => name.slice(prefix.length)).filter((name) => name !== 'file');
  const typed = nested(names, below(form.values, prefix));
  const documents = clientOf(DocumentService, dispatch)(call);
  const fill = (request: { file?: UploadedFile | undefined }) => void (request.file = file);
  if (replaced) {
    const json = { documentId: replaced.id, ...typed };
    await documents.replaceDocument(requestFrom(ReplaceDocumentRequestSchema, { json, checks, fill }));
    return;
  }
  const json = { documentHolder: holder, ...typed };
  await documents.uploadDocument(requestFrom(UploadDocumentRequestSchema, { json, checks, fill }));
}
