// Backups in DATA_DIR: a folder per backup. Its state is a file, so that every worker of this machine can answer for it.
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kit/core/clock.ts';
import type { Log } from '../../kit/core/log.ts';
import type { Kit } from '../../kit/service/service.ts';
import { type BackedUpFile, linkDocuments } from './documents.ts';

export type BackupState = 'RUNNING' | 'COMPLETE' | 'FAILED';

export interface Progress {
  readonly state: BackupState;
  readonly problem?: string;
}

export interface Piece {
  readonly content: Buffer;
  /** Absent at the end of the file. */
  readonly nextPosition?: bigint;
}

export interface Backups {
  begin(id: string): Promise<Progress>;
  /** Undefined if there is no such backup. */
  find(id: string): Promise<Progress | undefined>;
  /** Undefined if the backup has no such file. */
  read(id: string, file: string, position: bigint): Promise<Piece | undefined>;
  remove(id: string): Promise<void>;
}

export interface BackupsOptions {
  readonly dataDir: string;
  /** Writes the database into a file. */
  readonly backUp: Kit['backUp'];
  readonly wall: Clock;
  readonly log: Log;
}

/** The list of the other files of a backup. */
const listName = 'files.json';
const databaseName = 'database.tar';

export function openBackups({ dataDir, backUp, wall, log }: BackupsOptions): Backups {
  const root = join(dataDir, 'backups');
  const folderOf = (id: string) => join(root, id);
  const make = async (folder: string) => {
    const beating = setInterval(() => void touch(join(folder, stateName), wall), beatMs).unref();
    try {
      const database = await backUp(join(folder, databaseName));
      const documents = await linkDocuments(join(dataDir, 'blobs'), join(folder, 'documents'));
      await writeWhole(join(folder, listName), [{ name: databaseName, ...database }, ...documents]);
      await writeWhole(join(folder, stateName), { state: 'COMPLETE' });
    } catch (error) {
      log.error({ err: error }, 'A backup failed.');
      const problem = error instanceof Error ? error.message : String(error);
      await writeWhole(join(folder, stateName), { state: 'FAILED', problem }).catch(() => undefined);
    } finally {
      clearInterval(beating);
    }
  };

  return {
    begin: async (id) => {
      await removeOld(root, wall);
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
      await writeWhole(join(folderOf(id), stateName), running);
      void make(folderOf(id));
      return running;
    },
    find: (id) => progressIn(folderOf(id), wall),
    read: async (id, file, position) => {
      const isListed = file === listName || (await listIn(folderOf(id))).some(({ name }) => name === file);
      return isListed ? pieceOf(join(folderOf(id), file), Number(position)) : undefined;
    },
    remove: (id) => rm(folderOf(id), { recursive: true, force: true }),
  };
}

const stateName = 'state.json';
const running: Progress = { state: 'RUNNING' };
const beatMs = 5_000;
/** A running backup whose state file is older has lost its process. */
const silentMsMax = 60_000;
const keptMs = 24 * 3_600_000;
const pieceBytes = 1024 * 1024;

async function progressIn(folder: string, wall: Clock): Promise<Progress | undefined> {
  const file = join(folder, stateName);
  const found = await stat(file).catch(() => undefined);
  if (!found) return undefined;
  const progress = JSON.parse(await readFile(file, 'utf8')) as Progress;
  const isLost = progress.state === 'RUNNING' && wall.now().getTime() - found.mtimeMs > silentMsMax;
  return isLost ? { state: 'FAILED', problem: 'The process that made the backup has ended.' } : progress;
}

async function listIn(folder: string): Promise<readonly BackedUpFile[]> {
  const text = await readFile(join(folder, listName), 'utf8').catch(() => '[]');
  return JSON.parse(text) as BackedUpFile[];
}

function pieceOf(path: string, position: number): Piece {
  const handle = openSync(path, 'r');
  try {
    const content = Buffer.alloc(pieceBytes);
    const length = readSync(handle, content, 0, pieceBytes, position);
    const next = length === pieceBytes ? { nextPosition: BigInt(position + length) } : {};
    return { content: content.subarray(0, length), ...next };
  } finally {
    closeSync(handle);
  }
}

async function removeOld(root: string, wall: Clock): Promise<void> {
  for (const id of await readdir(root).catch(() => [])) {
    const found = await stat(join(root, id, stateName)).catch(() => undefined);
    if (found && wall.now().getTime() - found.mtimeMs > keptMs) await rm(join(root, id), { recursive: true, force: true });
  }
}

const touch = (path: string, wall: Clock) => utimes(path, wall.now(), wall.now()).catch(() => undefined);

/** Readers see the old content or the new one. */
async function writeWhole(path: string, content: unknown): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${path}.new`, path);
}
