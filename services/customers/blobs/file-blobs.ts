// Large objects as files below one folder.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Blob, BlobStore } from './blob-store.ts';

/** Keys are made by us, of letters, digits, hyphens and slashes: they are paths below the folder. */
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

/** Under another name first, and on the disk before it gets its own: what has a name is whole, even after the power failed. */
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

/** The new name is on the disk with its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
