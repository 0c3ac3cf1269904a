// Documents larger than a message: their parts are uploaded first. And how reviewers, and nobody else, read a document back.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DocumentDirectoryService } from '../../../gen/payments/customers/v1/document_directory_pb.ts';
import { DocumentService, DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import { fieldsOf, individual, startCustomers } from './customers-world.ts';
import { bytesOfDocument, form, pdf, upload } from './documents.ts';

const world = await startCustomers();
const documents = world.client(DocumentService);
const directory = world.internal(DocumentDirectoryService);

async function newCustomer(): Promise<string> {
  const { body } = await world.rest('POST', '/customers', { body: { ...individual, fullName: 'Ada Lovelace 001' } });
  return body.id;
}

/** A scan of this many bytes. */
const scan = (bytes: number) => Buffer.concat([pdf, randomBytes(bytes - pdf.length)]);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function uploads(): string[] {
  const folder = join(world.dataDir, 'blobs', 'uploads', world.id);
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

/** The platform's files in the blob store: each with the hash of its bytes. */
function stored(): string[] {
  const files = readdirSync(join(world.dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  const own = files.filter((one) => one.isFile() && one.parentPath.includes(world.id));
  return own.map(({ parentPath, name }) => `${name} ${hashOf(readFileSync(join(parentPath, name)))}`).toSorted();
}

describe('a document', () => {
  test.each([1, 28, 65_536, 1_048_576, 1_048_577, 2_097_152, 10_485_760])(
    'of %i bytes is stored unchanged, and deleted with all of its parts',
    async (size) => {
      const bytes = scan(Math.max(size, pdf.length)).subarray(0, size);

      const { status, body } = await upload(world.rest, await newCustomer(), { bytes });
      await world.settle();

      expect(status).toBe(201);
      world.wall.advance(60 * 60 * 1000);
      await world.settle();
      expect(hashOf(await bytesOfDocument(directory, body.id))).toBe(hashOf(bytes));
      await world.rest('DELETE', `/documents/${body.id}`);
      expect(stored()).toEqual([]);
    },
  );

  test('is replaced by one that is larger than a message', async () => {
    const { body } = await upload(world.rest, await newCustomer());
    const bytes = scan(5_000_000);

    const replaced = await world.rest('PUT', `/documents/${body.id}`, { payload: form({ bytes }) });

    expect(replaced.status).toBe(200);
    expect(hashOf(await bytesOfDocument(directory, body.id))).toBe(hashOf(bytes));
  });

  test('that is refused keeps its parts for an hour', async () => {
    world.wall.advance(60 * 60 * 1000);
    await world.settle();
    const before = uploads();
    const bytes = randomBytes(3_000_000);

    const { status, body } = await upload(world.rest, await newCustomer(), { bytes, name: 'scan.txt', type: 'text/plain' });

    expect([status, fieldsOf(body)]).toEqual([400, ['file']]);
    expect(uploads()).toHaveLength(before.length + 3);
    world.wall.advance(60 * 60 * 1000);
    await world.settle();
    expect(uploads()).toEqual(before);
  });

  test('with missing parts, no parts, or too many is refused', async () => {
    const uploadId = randomUUID();
    await documents.keepDocumentPart({ uploadId, number: 0, content: pdf });
    await documents.keepDocumentPart({ uploadId, number: 2, content: pdf });
    const documentHolder = await newCustomer();
    const attempt = (bytes: number, id = uploadId) => {
      const file = { uploadId: id, bytes: BigInt(bytes), fileName: 'passport.pdf' };
      return documents.uploadDocument({ documentHolder, file, documentType: DocumentType.PASSPORT, country: 'GB' });
    };

    for (const bytes of [pdf.length, 2 * pdf.length, 0, 10_485_761])
      await expect(attempt(bytes)).rejects.toMatchObject(refusedFile);
    await expect(attempt(pdf.length, randomUUID())).rejects.toMatchObject(refusedFile);
  });
});

const refusedFile = { status: 400, details: { errors: [{ field: 'file' }] } };

describe('the bytes of a document', () => {
  test.each([
    ['application/pdf', pdf],
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['application/octet-stream', Buffer.from('text')],
  ])('have the type %s', async (contentType, bytes) => {
    const { body } = await upload(world.rest, await newCustomer(), { bytes });

    const stretch = await directory.readDocument({ documentId: body.id });

    expect(stretch).toMatchObject({ contentType, content: new Uint8Array(bytes) });
    expect(stretch.nextPosition).toBeUndefined();
  });

  test('stop being readable once others have replaced them', async () => {
    const { body } = await upload(world.rest, await newCustomer(), { bytes: scan(2_000_000) });
    const { version, nextPosition } = await directory.readDocument({ documentId: body.id });
    expect(nextPosition).toBe(1_048_576n);

    await world.rest('PUT', `/documents/${body.id}`, { payload: form() });

    await expect(directory.readDocument({ documentId: body.id, version, position: 1_048_576n })).rejects.toMatchObject({
      status: 409,
      details: { reason: 'DOCUMENT_REPLACED' },
    });
  });

  test('are for reviewers, not for platforms, and only for one platform', async () => {
    const { body } = await upload(world.rest, await newCustomer());
    const other = await world.newPlatform();
    const read = { documentId: body.id };

    await expect(world.client(DocumentDirectoryService).readDocument(read)).rejects.toMatchObject({ status: 403 });
    await expect(other.internal(DocumentDirectoryService).readDocument(read)).rejects.toMatchObject({ status: 404 });
  });
});
