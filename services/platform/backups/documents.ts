// Uploaded documents in a backup. They are sealed, and their files never change, so links are sufficient.
import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

export interface BackedUpFile {
  /** Its path in the backup, with slashes. */
  readonly name: string;
  readonly bytes: number;
  /** Of the database. Documents are authenticated by their seals. */
  readonly sha256?: string;
}

/** Links all documents into a folder. Must be called after the database was written: it contains no document that is stored later. */
export async function linkDocuments(from: string, to: string): Promise<BackedUpFile[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  const linked: BackedUpFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.includes('.')) continue; // unfinished
    const path = relative(from, join(entry.parentPath, entry.name));
    if (await linkOrCopy(join(from, path), join(to, path)))
      linked.push({ name: `documents/${path.split(sep).join('/')}`, bytes: (await stat(join(to, path))).size });
  }
  return linked;
}

/** False if the document was removed in the meantime. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to).catch((error: unknown) => (isMissing(error) ? Promise.reject(error) : copyFile(from, to)));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
