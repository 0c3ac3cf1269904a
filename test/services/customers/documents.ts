// Documents for tests: upload forms, and files that pass for real ones.
import type { Client } from '@connectrpc/connect';
import type { DocumentDirectoryService } from '../../../gen/payments/customers/v1/document_directory_pb.ts';
import type { Rest, RestAnswer } from '../../kit/rest.ts';

export const pdf = Buffer.from('%PDF-1.7 a passport, scanned');

export interface Paper {
  readonly fields?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
  readonly name?: string;
  readonly type?: string;
}

/** The form of an upload: a British passport by default. An empty text omits a field. */
export function form({ fields = {}, bytes = pdf, name = 'passport.pdf', type = 'application/pdf' }: Paper = {}): FormData {
  const data = new FormData();
  const all = { documentType: 'PASSPORT', country: 'GB', ...fields };
  for (const [field, value] of Object.entries(all)) if (value !== '') data.append(field, value);
  data.append('file', new Blob([Uint8Array.from(bytes)], { type }), name);
  return data;
}

export function upload(rest: Rest, documentHolder: string, paper: Paper = {}): Promise<RestAnswer> {
  return rest('POST', '/documents', { payload: form({ ...paper, fields: { documentHolder, ...paper.fields } }) });
}

/** One document per category of a business. */
export const businessPapers = [
  'CERTIFICATE_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'UTILITY_BILL',
] as const;

/** All bytes of a document, as a reviewer reads them. */
export async function bytesOfDocument(directory: Client<typeof DocumentDirectoryService>, documentId: string): Promise<Buffer> {
  const held: Uint8Array[] = [];
  let stretch = await directory.readDocument({ documentId });
  for (; stretch.nextPosition !== undefined; ) {
    held.push(stretch.content);
    const { version, nextPosition: position } = stretch;
    stretch = await directory.readDocument({ documentId, version, position });
  }
  return Buffer.concat([...held, stretch.content]);
}
