// Documents uploaded in parts: the stored parts become the document's in the commit that writes it.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DocumentDirectoryService } from '../../../gen/payments/customers/v1/document_directory_pb.ts';
import { DocumentService, DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import { dieAt } from '../../kit/death.ts';
import { individual, startCustomers } from './customers-world.ts';
import { bytesOfDocument, pdf, upload } from './documents.ts';

const world = await startCustomers();
const documents = world.client(DocumentService);
const directory = world.internal(DocumentDirectoryService);
const partBytes = 1_048_576;
const passport = { documentType: DocumentType.PASSPORT, country: 'GB' };
const refusedFile = { status: 400, details: { errors: [{ field: 'file' }] } };

const scan = (bytes: number) => Buffer.concat([pdf, randomBytes(bytes - pdf.length)]);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function newCustomer(): Promise<string> {
  const { body } = await world.rest('POST', '/customers', { body: { ...individual, fullName: 'Ada Lovelace 001' } });
  return body.id;
}

/** The content of the blob store: each file with the hash of its bytes. */
function stored(): string[] {
  const files = readdirSync(join(world.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map(({ parentPath, name }) => `${name} ${hashOf(readFileSync(join(parentPath, name)))}`).toSorted();
}

async function handOver(bytes: Buffer) {
  const uploadId = randomUUID();
  for (let number = 0; number * partBytes < bytes.length; number++) {
    const content = bytes.subarray(number * partBytes, (number + 1) * partBytes);
    await documents.keepDocumentPart({ uploadId, number, content });
  }
  return { uploadId, bytes: BigInt(bytes.length), fileName: 'passport.pdf' };
}

describe('a document', () => {
  test('has the uploaded parts, sealed once: nothing in the blob store is rewritten', async () => {
    const documentHolder = await newCustomer();
    const bytes = scan(2_500_000);
    const file = await handOver(bytes);
    const before = stored();

    const { id } = await documents.uploadDocument({ documentHolder, file, ...passport });
    world.wall.advance(60 * 60 * 1000);
    await world.settle();

    expect(stored()).toEqual(before);
    expect(hashOf(await bytesOfDocument(directory, id))).toBe(hashOf(bytes));
  });

  test('whose process dies after the commit keeps its parts', async () => {
    const documentHolder = await newCustomer();
    const bytes = scan(2_500_000);
    const file = await handOver(bytes);
    dieAt('document written');

    await expect(documents.uploadDocument({ documentHolder, file, ...passport })).rejects.toThrow('Died');
    world.wall.advance(60 * 60 * 1000);
    await world.settle();

    const { body } = await world.rest('GET', `/documents?documentHolder=${documentHolder}`);
    expect(body.totalCount).toBe(1);
    expect(hashOf(await bytesOfDocument(directory, body.data[0].id))).toBe(hashOf(bytes));
  });

  test('with a part that was never stored is refused', async () => {
    const documentHolder = await newCustomer();
    const uploadId = randomUUID();
    await documents.keepDocumentPart({ uploadId, number: 0, content: pdf });
    dieAt('upload part stored');
    await expect(documents.keepDocumentPart({ uploadId, number: 1, content: pdf })).rejects.toThrow('Died');
    const file = { uploadId, bytes: BigInt(2 * pdf.length), fileName: 'passport.pdf' };

    await expect(documents.uploadDocument({ documentHolder, file, ...passport })).rejects.toMatchObject(refusedFile);
  });

  test('is replaced only once by parts that are named twice', async () => {
    const { body } = await upload(world.rest, await newCustomer());
    const file = await handOver(scan(2_000_000));
    const replacing = { documentId: body.id, file, ...passport };
    const first = await documents.replaceDocument(replacing);
    world.wall.advance(1_000);

    const second = await documents.replaceDocument(replacing);

    expect(second).toEqual(first);
  });
});
