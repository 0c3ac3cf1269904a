// Large objects as files in a folder.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Blob, BlobStore } from './blob-store.ts';

/** Keys consist of letters, digits, hyphens and slashes: they are paths in the folder. */
export function fileBlobs(folder: string): BlobStore {
  const pathOf = (key: string) => {
    if (!keyShape.test(key)) throw new Error(`'${key}' is no key of a blob.`);
    return join(folder, key);
  };
  return {
    put: async (key, blob) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(path, blob);
    },
    get: (key) => createReadStream(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    close: async () => {},
  };
}

const keyShape = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;

/** Written under another name and flushed, then renamed, so that a named file is complete even after a power failure. */
async function writeWhole(path: string, { content }: Blob): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    for await (const chunk of content) await file.writeFile(chunk);
    await file.sync();
    await file.close();
    await rename(unfinished, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Flushes the folder, so that the new name is on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
