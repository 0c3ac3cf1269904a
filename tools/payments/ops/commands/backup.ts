// `ops backup` and `ops restore`: the embedded database and uploaded documents.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@connectrpc/connect';
import { BackupService, BackupState } from '../../../../gen/payments/platform/v1/backup_pb.ts';
import { command } from '../../command.ts';
import { CommandFailure, UsageMistake } from '../../failures.ts';
import { opsCommand } from '../ops-command.ts';
import { type BackedUpFile, databaseName, listName, restoreInto } from '../restore.ts';

export const backup = opsCommand({
  name: 'backup',
  summary: 'Write a backup of the embedded database and the uploaded documents into a new folder, while the platform runs',
  details: [
    'It contains everything that was acknowledged before it began. It does not contain the master key, without which it cannot be read: store ' +
      'MASTER_KEY, or master.key of DATA_DIR, in another place. DATA_DIR temporarily needs space for a copy of the database.',
    'For a database server, use pg_basebackup: docs/backup.md.',
  ],
  options: { to: { value: 'FOLDER', description: 'the new folder' } },
  examples: ['backup --to backups/monday'],
  run: async ({ client, print, required, host }) => {
    const folder = resolve(host.folder, required('to'));
    if (existsSync(folder)) throw new UsageMistake(`${folder} exists. Name a new folder.`);
    const backups = client(BackupService);
    const { id } = await backups.beginBackup({});
    try {
      await untilComplete(backups, id);
      const files = await download(backups, id, `${folder}.unfinished`);
      await rename(`${folder}.unfinished`, folder);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      print.fields({ folder, files: files.length, bytes });
      print.note('Store the master key in another place. Without it, the backup cannot be read.');
    } finally {
      await backups.removeBackup({ id });
      await rm(`${folder}.unfinished`, { recursive: true, force: true });
    }
  },
});

async function untilComplete(backups: Client<typeof BackupService>, id: string): Promise<void> {
  for (;;) {
    const { state, problem } = await backups.getBackup({ id });
    if (state === BackupState.COMPLETE) return;
    if (state !== BackupState.RUNNING) throw new CommandFailure(`The backup failed: ${problem ?? 'no reason is known'}`);
    await pause(lookEveryMs);
  }
}

const lookEveryMs = 200;

/** The list of files last: a folder with it is complete. */
async function download(backups: Client<typeof BackupService>, id: string, folder: string): Promise<readonly BackedUpFile[]> {
  await writeFileFrom(backups, { id, file: listName }, join(folder, `${listName}.new`));
  const files = JSON.parse(await readFile(join(folder, `${listName}.new`), 'utf8')) as BackedUpFile[];
  for (const { name, bytes, sha256 } of files) {
    const written = await writeFileFrom(backups, { id, file: name }, join(folder, ...name.split('/')));
    if (written.bytes !== bytes || (sha256 !== undefined && written.sha256 !== sha256))
      throw new CommandFailure(`${name} arrived damaged. Repeat the backup.`);
  }
  await rename(join(folder, `${listName}.new`), join(folder, listName));
  return files;
}

async function writeFileFrom(
  backups: Client<typeof BackupService>,
  file: { readonly id: string; readonly file: string },
  path: string,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const hash = createHash('sha256');
  let bytes = 0;
  for (let position: bigint | undefined = 0n; position !== undefined; ) {
    const piece = await backups.readBackup({ ...file, position });
    hash.update(piece.content);
    bytes += piece.content.length;
    if (!out.write(piece.content)) await new Promise((drained) => out.once('drain', drained));
    position = piece.nextPosition;
  }
  await finished(out.end());
  return { bytes, sha256: hash.digest('hex') };
}

export const restore = command({
  name: 'ops restore',
  summary: 'Create the embedded database and the documents of an empty DATA_DIR from a backup',
  details: [
    'Run it on the machine of the platform, before the platform starts. Set MASTER_KEY, or put the file master.key into DATA_DIR. Webhooks ' +
      'are marked for 30 days after the restore, because receivers may have received later events: docs/backup.md.',
    `It requires the program tar. ${databaseName} of a backup is the data directory of PostgreSQL.`,
  ],
  parameters: [{ name: 'folder', description: 'of the backup' }],
  options: { 'data-dir': { value: 'FOLDER', description: 'DATA_DIR of the platform; ./data if absent' } },
  examples: ['ops restore backups/monday', 'ops restore backups/monday --data-dir /var/lib/payments'],
  run: async ({ text, host, print, parameters: [folder = ''] }) => {
    const dataDir = resolve(host.folder, text('data-dir') ?? host.environment.DATA_DIR ?? 'data');
    const restored = await restoreInto(dataDir, resolve(host.folder, folder));
    print.fields({ dataDir, ...restored });
    if (!existsSync(join(dataDir, 'master.key')))
      print.note(`Set MASTER_KEY to the keys of the backup, or put its master.key into ${dataDir}. Then start the platform.`);
  },
});
