// Writes a document of the hosted page: a new one, or in the place of another.
import { create } from '@bufbuild/protobuf';
import { UploadedFileSchema } from '../../gen/payments/common/v1/upload_pb.ts';
import {
  DocumentService,
  ReplaceDocumentRequestSchema,
  UploadDocumentRequestSchema,
} from '../../gen/payments/customers/v1/document_pb.ts';
import { clientOf } from '../../services/kit/clients.ts';
import { type Ask, handOver } from '../transcoder/large-file.ts';
import { below, nested, requestFrom } from './form-json.ts';
import { knownOf, type Wanted } from './kyc-documents.ts';
import { WrongFields } from './page-problems.ts';
import type { FormFile } from './read-form.ts';
import type { Saving } from './save-form.ts';

/** Whether there was one. A document without a file is none, unless something was typed for it. */
export async function saveDocument(saving: Saving, wanted: Wanted): Promise<boolean> {
  const { prefix } = wanted;
  const values = below(saving.form.values, prefix);
  const file = saving.form.files.get(`${prefix}file`);
  if (!file && !isBegun(values, wanted, saving)) return false;
  const missing = missingIn(saving, wanted, values);
  if (!file) throw new WrongFields([...missing, ['file', 'Choose a file']]);
  const { content, problem = 'Choose the file once more' } = file;
  if (!content || missing.length) throw new WrongFields([...missing, ['file', problem]]);
  await write(saving, wanted, { ...file, content });
  return true;
}

/** What the page fills in by itself does not count. */
function isBegun(values: ReadonlyMap<string, string>, wanted: Wanted, { view }: Saving): boolean {
  const known = new Map(knownOf(wanted, view));
  return [...values].some(([name, text]) => name !== 'documentType' && known.get(wanted.prefix + name) !== text);
}

/** Outside of the sandbox a document that tells who somebody is must say which one it is. */
function missingIn({ view }: Saving, { isIdentity }: Wanted, values: ReadonlyMap<string, string>): (readonly [string, string])[] {
  if (!isIdentity || view.isLenient) return [];
  return ['documentNumber', 'issuingAuthority']
    .filter((name) => !values.has(name))
    .map((name) => [name, 'This is required'] as const);
}

const maxBytes = 10 * 1024 * 1024;

async function* whole(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

type Content = FormFile & { readonly content: Uint8Array };

async function write({ form, dispatch, call }: Saving, wanted: Wanted, content: Content): Promise<void> {
  const { prefix, holder, replaced, fields } = wanted;
  const names = fields.map(({ name }) => name.slice(prefix.length)).filter((name) => name !== 'file');
  const told = nested(names, below(form.values, prefix));
  const ask: Ask = (method, part) => dispatch(method, part, call);
  const handed = await handOver(whole(content.content), { method: DocumentService.method.keepDocumentPart, maxBytes }, ask);
  const { fileName, contentType } = content;
  const file = create(UploadedFileSchema, { ...handed, fileName, contentType });
  const documents = clientOf(DocumentService, dispatch)(call);
  if (replaced) {
    const json = { documentId: replaced.id, ...told };
    await documents.replaceDocument(requestFrom(ReplaceDocumentRequestSchema, json, (request) => void (request.file = file)));
    return;
  }
  const json = { documentHolder: holder, ...told };
  await documents.uploadDocument(requestFrom(UploadDocumentRequestSchema, json, (request) => void (request.file = file)));
}
