// Restores a backup into a DATA_DIR without a database.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { silent } from '../../../services/kit/core/log.ts';
import { makePrivateFolder, type Place, preparePlace } from '../../../services/kit/storage/postgres/place.ts';
import { CommandFailure } from '../failures.ts';

export interface BackedUpFile {
  /** Its path in the backup, with slashes. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256?: string;
}

export const listName = 'files.json';
export const databaseName = 'database.tar';

/** Returns what was restored. Leaves nothing behind if it fails. */
export async function restoreInto(dataDir: string, backup: string): Promise<{ documents: number }> {
  const files = filesOf(backup);
  const place = preparePlace(dataDir, silent);
  if (existsSync(place.cluster)) throw new CommandFailure(`${place.cluster} exists. Restore into an empty DATA_DIR.`);
  await check(backup, files);
  const documents = files.filter(({ name }) => name.startsWith('documents/')).length;
  if (documents > 0) await cp(join(backup, 'documents'), join(dataDir, 'blobs'), { recursive: true });
  const unfinished = `${place.cluster}.${process.pid}`;
  try {
    makePrivateFolder(unfinished, place.user);
    await unpack(join(backup, databaseName), unfinished, place);
    beginNewTimeline(unfinished, place);
    renameSync(unfinished, place.cluster);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return { documents };
}

function filesOf(backup: string): readonly BackedUpFile[] {
  const list = join(backup, listName);
  if (!existsSync(list)) throw new CommandFailure(`${backup} is no complete backup: it has no ${listName}.`);
  return JSON.parse(readFileSync(list, 'utf8')) as BackedUpFile[];
}

async function check(backup: string, files: readonly BackedUpFile[]): Promise<void> {
  for (const { name, sha256 } of files) {
    if (!existsSync(join(backup, name))) throw new CommandFailure(`The backup is incomplete: ${name} is missing.`);
    if (sha256 === undefined) continue;
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(backup, name)), hash);
    if (hash.digest('hex') !== sha256) throw new CommandFailure(`The backup is damaged: ${name} has changed.`);
  }
}

/** As the user that runs PostgreSQL, which need not be able to read the backup. */
async function unpack(archive: string, folder: string, { user }: Place): Promise<void> {
  const handle = openSync(archive, 'r');
  const tar = spawn('tar', ['-x', '-f', '-', '-C', folder], { ...user, stdio: [handle, 'ignore', 'pipe'] });
  closeSync(handle);
  const [[code], complaint] = await Promise.all([once(tar, 'close'), outputOf(tar)]);
  if (code !== 0) throw new CommandFailure(`The database could not be unpacked: ${complaint.trim() || `tar ended with ${code}`}`);
}

async function outputOf({ stderr }: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of stderr ?? []) text += String(chunk);
  return text;
}

/** PostgreSQL then counts a new timeline, by which the platform knows that it was restored. The log is complete in the backup. */
function beginNewTimeline(cluster: string, { user }: Place): void {
  const signal = join(cluster, 'recovery.signal');
  writeFileSync(signal, '', { mode: 0o600 });
  if (user) chownSync(signal, user.uid, user.gid);
  const nothing = process.platform === 'win32' ? 'exit 1' : 'false';
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `restore_command = '${nothing}'\n`);
}
