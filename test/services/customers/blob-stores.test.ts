// Both stores of large objects behave alike; the bucket's requests have signatures that S3 accepts.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BlobStore } from '../../../services/customers/blobs/blob-store.ts';
import { openBlobStore } from '../../../services/customers/blobs/open-blob-store.ts';
import { startBucket } from './bucket.ts';

const bucket = await startBucket();
const dataDir = mkdtempSync(join(tmpdir(), 'payments-blobs-'));
const files = openBlobStore({ dataDir, blobStoreUrl: undefined });
const s3 = openBlobStore({ dataDir, blobStoreUrl: bucket.url });
afterAll(async () => {
  await s3.close();
  rmSync(dataDir, { recursive: true });
});

const blobOf = (bytes: Buffer) => ({ bytes: bytes.length, content: pieces(bytes) });
const whole = async (stream: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(stream));

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 1000) yield bytes.subarray(start, start + 1000);
}

/** Breaks off in the middle. */
async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(1000);
  throw new Error('The sender went away.');
}

const stores: [string, BlobStore][] = [
  ['files', files],
  ['a bucket', s3],
];

describe.each(stores)('in %s', (_, store) => {
  test.each([0, 1, 300_000])('an object of %i bytes is stored, read, replaced and removed', async (length) => {
    const key = `documents/platform-1/object-${length}`;
    const [one, two] = [Buffer.alloc(length, 1), Buffer.from('another')];

    await store.put(key, blobOf(one));
    expect((await whole(store.get(key))).equals(one)).toBe(true);
    await store.put(key, blobOf(two));
    expect((await whole(store.get(key))).equals(two)).toBe(true);
    await store.remove(key);

    await expect(whole(store.get(key))).rejects.toThrow(/ENOENT|answered 404/);
    await store.remove(key);
  });

  test('an interrupted upload leaves no object', async () => {
    const key = 'documents/platform-1/broken';

    await expect(store.put(key, { bytes: 5000, content: broken() })).rejects.toThrow('went away');

    await expect(whole(store.get(key))).rejects.toThrow(/ENOENT|answered 404/);
  });
});

test('an interrupted upload leaves no file, inside or outside of the folder', async () => {
  const names = readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

  expect(names).toEqual([]);
  await expect(files.put('../outside', blobOf(Buffer.from('x')))).rejects.toThrow('no key of a blob');
});

describe('a bucket', () => {
  test('is addressed by path, with the prefix before the key', async () => {
    await s3.put('documents/one', blobOf(Buffer.from('x')));

    expect(bucket.requests.at(-1)).toBe('PUT /kyc-documents/some/folder/documents/one');
    expect([...bucket.objects.keys()]).toEqual(['/kyc-documents/some/folder/documents/one']);
  });

  test.each([
    ['another secret', (url: URL) => (url.password = 'another')],
    ['another key', (url: URL) => (url.username = 'another')],
    ['another region', (url: URL) => url.searchParams.set('region', 'us-east-1')],
  ])('refuses %s, and the error reveals neither', async (_, change) => {
    const url = new URL(bucket.url);
    change(url);
    const stranger = openBlobStore({ dataDir, blobStoreUrl: url.href });

    const attempt = stranger.put('documents/two', blobOf(Buffer.from('x')));

    await expect(attempt).rejects.toThrow(/^The blob store answered 403 for documents\/two\.$/);
    await expect(whole(stranger.get('documents/one'))).rejects.toThrow('answered 403');
    await expect(stranger.remove('documents/one')).rejects.toThrow('answered 403');
    await stranger.close();
  });

  test('that is out of order makes the call fail', async () => {
    bucket.isOpen = false;

    await expect(s3.put('documents/three', blobOf(Buffer.from('x')))).rejects.toThrow('answered 503');
    bucket.isOpen = true;
  });
});
