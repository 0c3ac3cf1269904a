// Uploads of import files: invalid ones, and what remains of an upload.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CustomerImportService } from '../../../gen/payments/customers/v1/customer_import_pb.ts';
import { select } from '../../kit/books.ts';
import { dieAt } from '../../kit/death.ts';
import { csv, imported, person } from './csv-files.ts';
import { startCustomers } from './customers-world.ts';

const world = await startCustomers();

describe('an upload', () => {
  test('without a file is refused', async () => {
    const form = new FormData();
    form.append('note', 'no file');

    const answer = await world.rest('POST', '/customers/bulk/csv', { payload: form });

    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', details: { errors: [{ field: 'file' }] } } });
  });

  test('of more than 100 MiB, with missing or repeated parts, or imported before is refused', async () => {
    const client = world.client(CustomerImportService);
    const uploadId = randomUUID();
    const named = (bytes: number, id = uploadId) => ({ file: { uploadId: id, bytes: BigInt(bytes) } });
    await client.keepUploadPart({ uploadId, number: 0, content: Buffer.from('whole') });
    await expect(client.keepUploadPart({ uploadId, number: 0, content: Buffer.from('other') })).rejects.toThrow('already exists');
    await client.uploadCustomersCsv(named(5));

    await expect(client.uploadCustomersCsv(named(100 * 1024 * 1024 + 1))).rejects.toThrow('1 field is invalid');
    await expect(client.uploadCustomersCsv(named(6))).rejects.toThrow('1 field is invalid');
    await expect(client.uploadCustomersCsv(named(5))).rejects.toThrow('1 field is invalid');
  });

  test('within a single call is imported like any other', async () => {
    const { jobId } = await world.client(CustomerImportService).uploadCustomersCsv({ file: { content: Buffer.from('a,b') } });

    await world.settle();

    const { body } = await world.rest('GET', `/customers/bulk/jobs/${jobId}`);
    expect(body).toMatchObject({ status: 'FAILED', errors: [{ code: 'INVALID_CSV_FORMAT' }] });
  });

  test('whose process died before its bytes were stored is not imported, and is forgotten', async () => {
    const client = world.client(CustomerImportService);
    const part = { uploadId: randomUUID(), number: 0, content: Buffer.from('half') };
    dieAt('upload part noted');
    await expect(client.keepUploadPart(part)).rejects.toThrow("Died at 'upload part noted'.");
    await expect(client.keepUploadPart(part)).rejects.toThrow('already exists');

    world.wall.advance(60 * 60 * 1000);
    await world.settle();

    const noted = 'select from customers.upload_part where upload_id = $1';
    const left = `select from customers.job where payload ->> 'uploadId' = $1`;
    expect(await select(world.databaseUrl, noted, [part.uploadId])).toEqual([]);
    expect(await select(world.databaseUrl, left, [part.uploadId])).toEqual([]);
  });

  test('leaves nothing in the blob store after the import, or after a failure', async () => {
    await world.settle();
    await imported(
      world,
      csv(Array.from({ length: 300 }, (_, index) => person(`many${index}`, { description: 'd'.repeat(9_000) }))),
    );
    await world.client(CustomerImportService).keepUploadPart({ uploadId: randomUUID(), number: 0, content: Buffer.from('x') });

    world.wall.advance(60 * 60 * 1000);
    await world.settle();

    const folder = join(world.dataDir, 'blobs', 'uploads', world.id);
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });
});
