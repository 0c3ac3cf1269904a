// A physical backup of a PostgreSQL server while it runs, by its replication protocol: complete and consistent at the end of the backup.
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { Client, Query } from 'pg';

export interface WrittenFile {
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

/**
 * Writes the cluster, with the log (WAL) that it needs, into this new file, as tar. Requires a superuser, or a role with REPLICATION. The rate
 * is limited, so that the backup does not delay others.
 */
export async function writeBaseBackup(url: string, file: string): Promise<WrittenFile> {
  const replication = new URL(url);
  replication.searchParams.set('replication', 'true');
  const client = new Client({ connectionString: replication.href, application_name: 'payments backup' });
  client.on('error', () => undefined); // the command fails too
  await client.connect();
  const archive = archiveInto(file);
  try {
    await client.query(
      `CREATE_REPLICATION_SLOT payments_backup_${randomBytes(4).toString('hex')} TEMPORARY PHYSICAL RESERVE_WAL`,
    ); // keeps the log
    await runCopy(client, archive.accept);
    return archive.end();
  } finally {
    archive.close();
    await client.end();
  }
}

const kilobytesPerSecondMax = 64 * 1024;
const command = `BASE_BACKUP (LABEL 'payments', CHECKPOINT 'fast', WAL true, MANIFEST 'no', MAX_RATE ${kilobytesPerSecondMax})`;

function runCopy(client: Client, accept: (message: Buffer) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  client.once('end', () => reject(new Error('The connection of the backup was closed.')));
  client.query(new CopyingQuery(accept, (error) => (error ? reject(error) : resolve())));
  return promise;
}

/** The driver ignores the bytes that a command sends. */
class CopyingQuery extends Query {
  readonly #accept: (message: Buffer) => void;

  constructor(accept: (message: Buffer) => void, done: (error: Error | undefined) => void) {
    super(command, done);
    this.#accept = accept;
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#accept(chunk);
  }
}

/** First bytes of the messages of BASE_BACKUP. */
const [newArchive, archiveBytes] = ['n'.charCodeAt(0), 'd'.charCodeAt(0)];

/** Written synchronously: the server sends without waiting, and pieces are small. */
function archiveInto(file: string) {
  const handle = openSync(file, 'wx', 0o600);
  const hash = createHash('sha256');
  let [archives, bytes] = [0, 0];
  let isOpen = true;
  return {
    accept: (message: Buffer) => {
      if (message[0] === newArchive) archives += 1;
      if (message[0] !== archiveBytes) return;
      const piece = message.subarray(1);
      for (let written = 0; written < piece.length; ) written += writeSync(handle, piece, written);
      hash.update(piece);
      bytes += piece.length;
    },
    end: (): WrittenFile => {
      if (archives !== 1) throw new Error('The server has tablespaces of its own. Use pg_basebackup.');
      fsyncSync(handle);
      return { bytes, sha256: hash.digest('hex') };
    },
    close: () => {
      if (isOpen) closeSync(handle);
      isOpen = false;
    },
  };
}
